import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ACCESS_TOKEN_FIELDS } from '#contracts/calls/access-token-form.ts';
import type { OwnedAccessToken } from '#contracts/calls/answers/access-tokens.ts';
import { api } from '../../api/client.ts';
import { readData } from '../../api/queries.ts';
import { formatDate, formatDateTime } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/read-error.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { TextLink } from '../../ui/link.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { Table } from '../../ui/table/table.tsx';
import { useAreaNames } from './profile/token-areas.ts';

const TOKENS = ['tokens'];

/** Everybody's access keys, each with its last use; an Admin revokes any of them. */
export function AccessTokensPage() {
  const { t, lang } = useText();
  const { data, error, refetch } = useQuery({ queryKey: TOKENS, ...readData<OwnedAccessToken[]>('tokens') });
  const heads = useMemo(
    () => [ACCESS_TOKEN_FIELDS.name.label[lang], t('user.token_owner'), t('user.token_lists'), ACCESS_TOKEN_FIELDS.expires_at.label[lang]],
    [t, lang],
  );
  return (
    <>
      <PageHeader count={data?.length} />
      <p className="mb-3 max-w-200 text-table text-muted">{t('user.tokens_hint')}</p>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data?.length === 0 && <EmptyState text={t('user.tokens_none')} />}
      {data && data.length > 0 && (
        <Table label={t('route.access_tokens')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col">{t('user.token_last_use')}</th>
              <th scope="col">
                <span className="sr-only">{t('user.token_revoke')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}

function TokenRow({ token }: { token: OwnedAccessToken }) {
  const { t } = useText();
  const ask = useConfirm();
  const client = useQueryClient();
  const nameAreas = useAreaNames();
  const revoke = useMutation({
    mutationFn: () => api.delete(`tokens/${token.id}`),
    onSuccess: () => notify.success({ title: t('user.token_revoked') }),
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
  const confirm = async () => {
    const title = t('user.token_revoke_title', { name: token.name });
    if (await ask({ title, text: t('user.token_revoke_text'), confirmLabel: t('user.token_revoke'), danger: true })) revoke.mutate();
  };
  return (
    <tr>
      <td>{token.name}</td>
      <td>
        <TextLink to={`/users/${token.user_id}/view`}>{token.user_name ?? token.username}</TextLink>
      </td>
      <td data-wrap>{token.entities ? nameAreas(token.entities) : t('user.token_all_lists')}</td>
      <td>{formatDate(token.expires_at.slice(0, 10))}</td>
      <td>
        {token.last_used_at ? [formatDateTime(token.last_used_at), token.last_address].filter(Boolean).join(' · ') : t('user.token_unused')}
      </td>
      <td>
        <Button
          size="sm"
          loading={revoke.isPending}
          aria-label={t('user.token_revoke_of', { name: token.name })}
          onClick={() => void confirm()}
        >
          {t('user.token_revoke')}
        </Button>
      </td>
    </tr>
  );
}
