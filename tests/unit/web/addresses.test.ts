import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { pages } from '../../../web/routes.tsx';
import { NOTICES } from '../../../worker/contracts/calls/notices.ts';
import { SYSTEM_CHECKS } from '../../../worker/contracts/calls/system.ts';

const addresses = [...Object.values(NOTICES), ...Object.values(SYSTEM_CHECKS)].flatMap((entry) => ('path' in entry ? [entry.path] : []));

it.each([...new Set(addresses)].filter((address) => !address.startsWith('{list}')))(
  '%s, where the server leads people, is a page',
  (address) => {
    const path = address.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '1');
    expect(pages.map((page) => page.path).filter((page) => matchPath(page, path))).not.toEqual([]);
  },
);
