import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AccessToken } from '#contracts/calls/answers/access-tokens.ts';
import { api } from '../../../api/client.ts';
import { errorLines } from '../../../api/error-lines.ts';
import { readData } from '../../../api/queries.ts';
import { formatDate, formatDateTime } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { officeToday } from '../../../i18n/office-today.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';
import { type MadeToken, MakeTokenDialog } from './make-token-dialog.tsx';
import { Panel } from './panel.tsx';
import { ShownToken } from './shown-token.tsx';
import { useAreaNames } from './token-areas.ts';

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
      title={t('user.tokens')}
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
