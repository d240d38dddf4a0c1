import { useMutation, useQuery } from '@tanstack/react-query';
import { OWNED_TOKEN_COLUMNS } from '#contracts/calls/access-token-form.ts';
import type { OwnedAccessToken } from '#contracts/calls/answers/access-tokens.ts';
import { api, type Row, readData } from '../../api/client.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, notify, useConfirm } from '../../ui/feedback/feedback.tsx';
import { useAreaNames } from './profile/token-areas.ts';

const TOKENS = ['tokens'];
const LINK = { column: 'user_name', to: ({ user_id }: Row) => `/users/${user_id}/view` };

/** Everybody's access keys, each with its last use; an Admin revokes any of them. */
export function AccessTokensPage() {
  const { t } = useText();
  const { data, error, refetch } = useQuery({ queryKey: TOKENS, ...readData<OwnedAccessToken[]>('tokens') });
  const nameAreas = useAreaNames();
  const rows = data?.map(
    (token): Row => ({
      ...token,
      user_name: token.user_name ?? token.username,
      lists: token.entities ? nameAreas(token.entities) : t('user.token_all_lists'),
      expires_at: token.expires_at.slice(0, 10),
      last_use: token.last_used_at
        ? [formatDateTime(token.last_used_at), token.last_address].filter(Boolean).join(' · ')
        : t('user.token_unused'),
    }),
  );
  return (
    <>
      <PageHeader count={data?.length} />
      <p className="mb-3 max-w-200 text-table text-muted">{t('user.tokens_hint')}</p>
      {error && !data ? (
        <ReadError error={error} onRetry={refetch} />
      ) : (
        <DataTable
          label={t('route.access_tokens')}
          columns={OWNED_TOKEN_COLUMNS}
          rows={rows}
          link={LINK}
          actions={revokeButton}
          empty={<EmptyState text={t('user.tokens_none')} />}
        />
      )}
    </>
  );
}

const revokeButton = ({ id, name }: Row) => <RevokeButton id={id} name={String(name)} />;

function RevokeButton({ id, name }: { id: number; name: string }) {
  const { t } = useText();
  const ask = useConfirm();
  const revoke = useMutation({
    mutationFn: () => api.delete(`tokens/${id}`),
    onSuccess: () => notify.success({ title: t('user.token_revoked') }),
    meta: { refreshes: [TOKENS] },
  });
  const confirm = async () => {
    const title = t('user.token_revoke_title', { name });
    if (await ask({ title, text: t('user.token_revoke_text'), confirmLabel: t('user.token_revoke'), danger: true })) revoke.mutate();
  };
  return (
    <Button size="sm" loading={revoke.isPending} aria-label={t('user.token_revoke_of', { name })} onClick={() => void confirm()}>
      {t('user.token_revoke')}
    </Button>
  );
}
