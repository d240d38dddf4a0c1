import { describe, expect, it } from 'vitest';
import { directs } from '#contracts/entities/directs.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { indirects } from '#contracts/entities/indirects.ts';
import { positions } from '#contracts/entities/lookups.ts';
import { mistakes } from '#contracts/entities/mistakes.ts';
import { pro } from '#contracts/entities/pro.ts';
import { ROLES, STAFF } from '#contracts/roles.ts';
import { ACTIONS, accessTo, grantFor, loginPath, returnPath } from '../../../web/layout/access.ts';
import { isGranted } from '../../../worker/contracts/roles.ts';

const signedIn = (...roles: string[]) => ({ status: 'signed-in', roles });

describe('the route guard', () => {
  it('redirects signed-out visitors to the login', () => expect(accessTo(STAFF, { status: 'signed-out', roles: [] })).toBe('login'));
  it('waits while the session is loading', () => expect(accessTo(STAFF, { status: 'loading', roles: [] })).toBe('wait'));
  it('draws the frame while the session is loading where the roles of the last visit open the page', () => {
    expect(accessTo(STAFF, { status: 'loading', roles: ['Writer'] })).toBe('frame');
    expect(accessTo(STAFF, { status: 'loading', roles: ['Viewer'] })).toBe('wait');
    expect(accessTo(undefined, { status: 'loading', roles: ['Viewer'] })).toBe('frame');
    expect(accessTo(undefined, { status: 'loading', roles: [] })).toBe('wait');
  });
  it('opens a page without roles to any login', () => expect(accessTo(undefined, signedIn())).toBe('open'));
  it('refuses who has none of the roles', () => expect(accessTo(STAFF, signedIn('Viewer'))).toBe('refused'));
  it('opens to who has one of the roles', () => expect(accessTo(STAFF, signedIn('Viewer', 'Checked'))).toBe('open'));
  it('keeps the page while an ended session waits for its login', () =>
    expect(accessTo(STAFF, { status: 'ended', roles: ['Admin'] })).toBe('open'));
});

describe('the way back after a login', () => {
  const back = (search: string) => returnPath(new URLSearchParams(search));

  it('returns to the page that was asked for, with its filters', () => {
    const login = loginPath('/directs?page=2&name__~=山田');
    expect(back(login.split('?')[1]!)).toBe('/directs?page=2&name__~=山田');
  });
  it('needs no way back to the start page', () => expect(loginPath('/home')).toBe('/login'));
  it.each([
    ...['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/login', ''],
    ...[
      '/\t//evil.example',
      '/\n//evil.example',
      '/\r/evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      '/%2e//evil.example',
    ],
    ...['/a\\b', '\t//evil.example', '/\u0000/evil.example', '/\u0085/evil.example'],
  ])('goes to the start page instead of %j', (path) => expect(back(`return_to=${encodeURIComponent(path)}`)).toBe('/'));
});

describe('what screens offer', () => {
  const offeredTo = (grant: Parameters<typeof isGranted>[1]) => ROLES.filter((role) => isGranted([role], grant));

  it('takes the verbs of an entity from its contract', () => {
    expect(grantFor(mistakes, 'import')).toBe(mistakes.access.import);
    expect(grantFor(positions, 'create')).toBe(positions.access.create);
  });
  it('shows the buttons of a record’s row to an Admin only', () =>
    expect([directs, mistakes].map((contract) => offeredTo(grantFor(contract, 'row_actions')))).toEqual([['Admin'], ['Admin']]));
  it.each([pro, indirects, mistakes])(
    'lets a Checked add and import ratings, and open none, and everybody export them: $name',
    (contract) => {
      for (const action of ['open_add', 'create', 'import'] as const)
        expect(offeredTo(grantFor(contract, action)), action).toEqual([...STAFF]);
      expect(offeredTo(grantFor(contract, 'open_record'))).toEqual(['Admin', 'Writer', 'Viewer']);
      expect(offeredTo(grantFor(contract, 'export'))).toEqual([...ROLES]);
    },
  );
  it.each([directs, directsTechousei])('lets the staff add, import and export jobs, and everybody open them: $name', (contract) => {
    for (const action of ['open_add', 'create', 'import', 'export'] as const)
      expect(offeredTo(grantFor(contract, action)), action).toEqual([...STAFF]);
    expect(offeredTo(grantFor(contract, 'open_record'))).toEqual([...ROLES]);
  });
  it('starts a calculation from the directs for Admin and Writer, from the adjusting list for Checked too', () => {
    expect(offeredTo(ACTIONS.calculate_from_directs)).toEqual(['Admin', 'Writer']);
    expect(offeredTo(ACTIONS.calculate)).toEqual(['Admin', 'Writer', 'Checked']);
  });
});
