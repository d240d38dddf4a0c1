export const ROLES = ['Admin', 'Writer', 'Checked', 'Viewer'] as const;
export type Role = (typeof ROLES)[number];

export const VERBS = ['list', 'get', 'create', 'update', 'delete', 'export', 'import', 'check'] as const;
export type Verb = (typeof VERBS)[number];

/** Any logged-in user, with or without a role. */
export const EVERYONE = 'everyone';
export type Grant = readonly Role[] | typeof EVERYONE;

/** Who may use which verb; a verb that is not named is open to nobody and has no route. */
export type Access = Partial<Record<Verb, Grant>>;

/** The role that may do everything and sees every department. */
export const ADMIN_ROLE = 'Admin' satisfies Role;
/** The role of those who check jobs. */
export const CHECKER_ROLE = 'Checked' satisfies Role;
/** The role of those who design, and read only. */
export const VIEWER_ROLE = 'Viewer' satisfies Role;
export const ADMIN = [ADMIN_ROLE] as const satisfies Grant;
export const STAFF = [ADMIN_ROLE, 'Writer', CHECKER_ROLE] as const satisfies Grant;
/** Those who enter jobs; who checks them has no part in it. */
export const WRITERS = [ADMIN_ROLE, 'Writer'] as const satisfies Grant;
export const ALL_ROLES = [...ROLES] as const satisfies Grant;

export function isGranted(roles: readonly string[], grant: Grant | undefined): boolean {
  if (grant === undefined) return false;
  return grant === EVERYONE || grant.some((role) => roles.includes(role));
}

export function isAdmin(roles: readonly string[]): boolean {
  return roles.includes(ADMIN_ROLE);
}
