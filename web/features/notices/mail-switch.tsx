import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useText } from '../../i18n/index.ts';
import { Switch } from '../../ui/inputs/switch.tsx';

const QUERY_KEY = ['me', 'preferences', 'mail'];
/** The preference that turns the daily mail off, with the value false. */
const NAME = 'notices.mail';

/** Whether one gets the daily mail about unread notices. */
export function MailSwitch() {
  const { t } = useText();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    ...read('me/preferences', {}, ({ data }: { data: Record<string, unknown> }) => data[NAME] !== false),
  });
  const save = useMutation({
    mutationFn: (on: boolean) => api.put(`me/preferences/${NAME}`, { value: on }),
    onSettled: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  const checked = save.isPending ? save.variables : (data ?? true);
  return (
    <section className="flex items-start gap-3 border-t border-line pt-4">
      <Switch
        checked={checked}
        pending={save.isPending}
        disabled={data === undefined}
        label={t('inbox.mail')}
        onChange={(on) => save.mutate(on)}
      />
      <div>
        <p className="font-medium">{t('inbox.mail')}</p>
        <p className="text-table text-muted">{t('inbox.mail_help')}</p>
      </div>
    </section>
  );
}
