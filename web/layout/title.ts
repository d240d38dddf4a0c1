import { useEffect, useLayoutEffect } from 'react';
import { useMatches } from 'react-router';
import type { EntityContract } from '#contracts/contract.ts';
import { lowerFirstLetter, oneOf } from '#contracts/text.ts';
import { labelText, useText } from '../i18n/index.ts';
import { createStore, useStore } from '../ui/hooks/store.ts';
import type { RouteHandle } from './page-route.ts';

/** Title, section and required grant of the current route. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
}

/** The title of the current route with its verb: 'Thêm khách hàng', in English 'Add customer'. */
export function useRouteTitle(): string {
  const handle = useRouteHandle();
  const { t, lang } = useText();
  const record = useStore(recordTitle);
  if (!handle) return '';
  if (record) return record;
  const title = labelText(handle.title);
  if (handle.verb === 'add') return t('control.add_title', { name: lang === 'en' ? oneOf(title) : lowerFirstLetter(title) });
  return handle.verb ? `${title} · ${t(`control.${handle.verb}`)}` : title;
}

/**
 * Calls the page by its record while that is on screen, which only its form knows: 'DR-2609-1273 池田様邸', and 'Công thức kết quả · S1' where a
 * record of another kind may be called the same, by a code or a name alone, or by a day with a person.
 */
export function useRecordTitle({ title: { field, hint }, dated, pageTitle }: EntityContract, name: string): void {
  const { lang } = useText();
  const title = name && (hint === undefined || field === dated) ? `${pageTitle[lang]} · ${name}` : name;
  useLayoutEffect(() => {
    recordTitle.set(title);
    return () => recordTitle.set('');
  }, [title]);
}

/** Keeps the window's title: the route's, then the product's name. */
export function useWindowTitle(): void {
  const title = useRouteTitle();
  useEffect(() => {
    document.title = title ? `${title} · Tensu` : 'Tensu';
  }, [title]);
}

const recordTitle = createStore('');
