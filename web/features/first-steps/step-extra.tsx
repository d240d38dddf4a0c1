import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Calculator, KeyRound, Plug, Sigma } from 'lucide-react';
import type { TakenRules } from '#contracts/calls/answers/first-steps.ts';
import type { FirstStepName } from '#contracts/calls/first-steps.ts';
import { api } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';

/** What a step has beside its lists. */
export function StepExtra({ name }: { name: FirstStepName }) {
  const { t } = useText();
  switch (name) {
    case 'people':
      return (
        <ButtonLink className="self-start" icon={KeyRound} to="/users/password-links">
          {t('steps.passwords')}
        </ButtonLink>
      );
    case 'formulas':
      return <TakeRulesButton />;
    case 'source':
      return (
        <ButtonLink className="self-start" icon={Plug} to="/crawl-settings">
          {t('steps.open_source')}
        </ButtonLink>
      );
    case 'calculation':
      return (
        <ButtonLink className="self-start" icon={Calculator} to="/calculate">
          {t('steps.open_calculation')}
        </ButtonLink>
      );
    default:
      return null;
  }
}

function TakeRulesButton() {
  const { t } = useText();
  const client = useQueryClient();
  const ask = useConfirm();
  const take = useMutation({
    mutationFn: () => api.post<TakenRules>('first_steps/rules'),
    onSuccess: (taken) => {
      const counts = { results: taken['formula-results'], bases: taken['formula-base-points'], tsubos: taken.tsubos };
      notify.success({ title: t('steps.taken', counts) });
    },
    onSettled: () =>
      Promise.all(
        ['first_steps', 'formula-results', 'formula-base-points', 'tsubos'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const askFirst = async () => {
    if (await ask({ title: t('steps.take_title'), text: t('steps.take_text'), confirmLabel: t('steps.take_rules') })) take.mutate();
  };
  return (
    <Button className="self-start" icon={Sigma} loading={take.isPending} onClick={() => void askFirst()}>
      {t('steps.take_rules')}
    </Button>
  );
}
