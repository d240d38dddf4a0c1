import { KeyRound, LockKeyhole, LogOut, Mail, ReceiptText } from 'lucide-react';
import { IDENTITY_FIELDS } from '#contracts/calls/users.ts';
import { columns } from '#contracts/columns.ts';
import type { Column } from '#contracts/contract.ts';
import { users } from '#contracts/entities/users.ts';
import { useSession } from '../../api/session.tsx';
import { RefFilter } from '../../crud/filters/filters.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Opened, useOpened } from '../../layout/opened.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/link.tsx';
import { ToneLegend } from '../../ui/table/row-tone.tsx';
import { lacksPlace } from './activation.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { useAccountActions } from './use-account-actions.ts';

const LockUserDialog = lazyPart(() => import('./lock-user-dialog.tsx').then((m) => m.LockUserDialog));

const { department_id, dept_grp_id } = users.fields;
const [NAMED, REST] = [users.columns.slice(0, 2), users.columns.slice(2)];
// Beside the name, where it is seen without scrolling.
const COLUMNS: readonly Column[] = [...NAMED, ...columns(users.fields, ['active']), ...REST];

const FILTERS = {
  fields: (
    <>
      <RefFilter name="dept_id" label={department_id.label} entity="departments" className="sm:w-56" />
      <RefFilter name="dept_grp_id" label={dept_grp_id.label} entity="department_groups" />
    </>
  ),
  labels: [
    { name: 'dept_id', label: department_id.label, entity: 'departments' },
    { name: 'dept_grp_id', label: dept_grp_id.label, entity: 'department_groups' },
  ],
};

/** A person is deleted alone; who they are and where they belong is an Admin's to change. */
const BY_ADMIN = { isDeletedSingly: true };
const BY_STAFF = { ...BY_ADMIN, keptFields: IDENTITY_FIELDS };

/** People and their accounts; activating, locking and ending sessions are an Admin's. */
export function UserList() {
  const { t } = useText();
  const { may } = useSession();
  const locking = useOpened<Row>();
  const { sendPasswordLink, endSessions, dropSecondFactor } = useAccountActions();
  const admin = may(ACTIONS.manage_accounts);
  return (
    <>
      <ListPage
        contract={users}
        filters={FILTERS}
        tools={<ListTools legend={<ToneLegend entries={[{ mark: 'inactive', label: t('user.inactive') }]} />} />}
        chosen={admin ? BY_ADMIN : BY_STAFF}
        table={{
          columns: COLUMNS,
          rowStyle: (row) => ({ inactive: row.active === 0 }),
          rowIcon: (row) => row.active === 0 && lacksPlace(row) && <Badge tone="warning">{t('user.registered')}</Badge>,
          cells: { active: (row) => <ActiveSwitch row={row} /> },
          rowActions: (row: Row) => (
            <>
              {may(ACTIONS.read_statements) && (
                <IconLink
                  icon={ReceiptText}
                  size="sm"
                  label={t('user.statement_of', { name: String(row.name ?? row.username) })}
                  to={`/users/${row.id}/points`}
                />
              )}
              {admin && (
                <IconButton
                  icon={LockKeyhole}
                  size="sm"
                  label={t('user.lock', { name: String(row.name ?? row.username) })}
                  onClick={() => locking.set(row)}
                />
              )}
            </>
          ),
          rowMenu: admin
            ? (row: Row) => [
                ...(row.active === 1 && row.email
                  ? [{ label: t('user.send_link'), icon: Mail, onSelect: () => void sendPasswordLink(row) }]
                  : []),
                { label: t('user.end_sessions'), icon: LogOut, onSelect: () => void endSessions(row) },
                { label: t('user.drop_factor'), icon: KeyRound, onSelect: () => void dropSecondFactor(row) },
              ]
            : undefined,
        }}
      />
      <Opened by={locking}>{(user, close) => <LockUserDialog user={user} onClose={close} />}</Opened>
    </>
  );
}
