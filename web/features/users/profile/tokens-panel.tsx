import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { ACCESS_TOKEN_FIELDS } from '#contracts/calls/access-token-form.ts';
import type { AccessToken } from '#contracts/calls/answers/access-tokens.ts';
import { errorLines } from '../../../api/api-error.ts';
import { api, readData } from '../../../api/client.ts';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatDate, formatDateTime, officeToday, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, notify, Skeleton, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { MultiCombobox } from '../../../ui/inputs/multi-combobox.tsx';
import type { Option } from '../../../ui/inputs/option.ts';
import { Select, type SelectOption } from '../../../ui/inputs/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Panel } from './panel.tsx';
import { useAreaNames, useTokenAreas } from './token-areas.ts';

const TOKENS = ['me', 'tokens'];

/** The keys with which other programs read as the user: each with its last use; one can be made and revoked. */
export function TokensPanel() {
  const { t } = useText();
  const ask = useConfirm();
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  const { data, error } = useQuery({ queryKey: TOKENS, ...readData<AccessToken[]>('me/tokens') });
  const refresh = () => client.invalidateQueries({ queryKey: TOKENS });
  const revoke = useMutation({
    mutationFn: ({ id }: AccessToken) => api.delete(`me/tokens/${id}`),
    onSuccess: () => notify.success({ title: t('user.token_revoked') }),
    onSettled: refresh,
  });
  const confirmRevoke = async (token: AccessToken) => {
    const title = t('user.token_revoke_title', { name: token.name });
    if (await ask({ title, text: t('user.token_revoke_text'), confirmLabel: t('user.token_revoke'), danger: true })) revoke.mutate(token);
  };
  return (
    <Panel
      title={t('route.access_tokens')}
      actions={
        <Button icon={Plus} onClick={() => setMaking(true)}>
          {t('user.token_make')}
        </Button>
      }
    >
      <p className="text-muted">{t('user.tokens_text')}</p>
      {error && !data && <p className="text-danger">{errorLines(error).join(' ')}</p>}
      {!data && !error && <Skeleton className="mt-2 h-12 w-full" />}
      <ul className="divide-y divide-line">
        {data?.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            busy={revoke.isPending && revoke.variables.id === token.id}
            onRevoke={() => void confirmRevoke(token)}
          />
        ))}
      </ul>
      {making && (
        <MakeTokenDialog
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
            void refresh();
          }}
        />
      )}
      {made && <ShownToken {...made} onKept={() => setMade(undefined)} />}
    </Panel>
  );
}

function TokenRow({ token, busy, onRevoke }: { token: AccessToken; busy: boolean; onRevoke: () => void }) {
  const { t } = useText();
  const nameAreas = useAreaNames();
  const { name, entities, expires_at, last_used_at, last_address } = token;
  const hasEnded = expires_at.slice(0, 10) < officeToday();
  const facts = [
    t(hasEnded ? 'user.token_ended' : 'user.token_until', { date: formatDate(expires_at.slice(0, 10)) }),
    last_used_at ? t('user.token_used', { time: formatDateTime(last_used_at) }) : t('user.token_unused'),
    last_address,
    entities && t('user.token_limited', { lists: nameAreas(entities) }),
  ];
  return (
    <li className="flex items-center gap-3 py-2.5">
      <KeyRound size={18} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{name}</span>
          {hasEnded && <Badge tone="neutral">{t('user.token_over')}</Badge>}
        </div>
        <p className="text-table break-words text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button size="sm" loading={busy} aria-label={t('user.token_revoke_of', { name })} onClick={onRevoke}>
        {t('user.token_revoke')}
      </Button>
    </li>
  );
}

/** A new key, shown once, with the steps that bring a list into Excel or Power BI; the dialog stays until the user confirms that it is kept. */
function ShownToken({ token, lists, onKept }: MadeToken & { onKept: () => void }) {
  const { t } = useText();
  const [list, setList] = useState(lists[0]?.value ?? '');
  const address = `${window.location.origin}/api/v1/${list}/export?format=json`;
  return (
    <Dialog
      open
      modalOnly
      size="md"
      onClose={onKept}
      title={t('user.token_new')}
      footer={
        <>
          <CopyButton text={token}>{t('user.token_copy')}</CopyButton>
          <Button variant="primary" onClick={onKept}>
            {t('user.token_kept')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('user.token_new_text')}</p>
      <Code text={token} />
      <h3 className="mt-5 mb-2 font-semibold">{t('user.token_steps')}</h3>
      <ol className="list-decimal space-y-2 pl-5">
        <li>{t('user.token_step_web')}</li>
        <li>
          {t('user.token_step_address')}
          <Select aria-label={t('user.token_list')} className="my-2 max-w-80" value={list} onChange={setList} options={lists} />
          <Code text={address} />
          <CopyButton text={address}>{t('user.token_copy_address')}</CopyButton>
        </li>
        <li>{t('user.token_step_basic')}</li>
        <li>{t('user.token_step_refresh')}</li>
      </ol>
    </Dialog>
  );
}

function Code({ text }: { text: string }) {
  return <code className="my-2 block rounded border border-line bg-sunken px-3 py-2 break-all select-all">{text}</code>;
}

/** A key that was just made, and the lists that it reads, by the names of their addresses. */
interface MadeToken {
  token: string;
  lists: readonly SelectOption[];
}

/** Asks what a new key is for, until when it works and what it reads; the server asks for the password first where it was not given just now. */
function MakeTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeToken) => void }) {
  const { t } = useText();
  const options = useTokenAreas();
  const [areas, setAreas] = useState<Option[]>([]);
  const call = useCallForm({
    fields: ACCESS_TOKEN_FIELDS,
    send: (values) => {
      const entities = areas.map(({ value }) => String(value));
      return api.post<{ id: number; token: string }>('me/tokens', { ...values, ...(entities.length > 0 && { entities }) });
    },
    onDone: ({ token }) =>
      onMade({ token, lists: options.filter(({ value }) => areas.length === 0 || areas.some((area) => area.value === value)) }),
  });
  return (
    <FormDialog
      call={call}
      title={t('user.token_make')}
      submitLabel={t('user.token_make')}
      intro={<p className="mb-6 text-muted">{t('user.token_make_text')}</p>}
      onClose={onClose}
    >
      <FormField name="name" autoFocus />
      <FormField name="expires_at" />
      <Field label={t('user.token_lists')} help={t('user.token_lists_help')}>
        <MultiCombobox options={options} value={areas} onChange={setAreas} placeholder={t('user.token_all_lists')} />
      </Field>
    </FormDialog>
  );
}
