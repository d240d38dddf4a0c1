import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { EntityContract } from '#contracts/contract.ts';
import { notifyError } from '../../api/api-error.ts';
import type { Row } from '../../api/client.ts';
import { taggedListQuery } from '../../api/tagged-list.ts';
import { isOpenedFromList, moveListPosition, readListPosition } from '../list/list-return.ts';
import { labelOfFocused } from './use-focus-refused.ts';

export interface Neighbours {
  /** Place of the record in the whole list, from 1. */
  place: number;
  total: number;
  /** Opens the record before or after this one instead of it, with the focus in the field with the same label; nothing at the ends of the list. */
  go: (by: 1 | -1) => void;
}

/** The records before and after this one in the list that it was opened from, in its order and filters; undefined where there is no list. */
export function useNeighbours(contract: EntityContract, id: number): Neighbours | undefined {
  const { name } = contract;
  const path = contract.path!;
  const client = useQueryClient();
  const navigate = useNavigate();
  // The list stores its position when it unmounts, which is while this page mounts.
  const [listLeft, setListLeft] = useState(false);
  useLayoutEffect(() => setListLeft(true), []);
  const position = listLeft && isOpenedFromList(path) ? readListPosition(path) : undefined;
  const page = Number(position?.query.page ?? 1);
  // The list as the person saw it: it is not read again while they walk through it.
  const pageQuery = (of: number) => ({
    ...taggedListQuery<Row>(client, name, { ...position?.query, page: of }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const { data } = useQuery({ ...pageQuery(page), enabled: position !== undefined, placeholderData: undefined });
  const at = data?.data.findIndex((row) => row.id === id) ?? -1;
  const place = (data?.from ?? 1) + at;
  // At an end of the page the one beyond it is read ahead.
  const beyond = !data || at === -1 ? 0 : at === 0 && page > 1 ? -1 : at === data.data.length - 1 && place < data.total ? 1 : 0;
  useQuery({ ...pageQuery(page + beyond), enabled: beyond !== 0 });
  if (!data || at === -1 || !position) return undefined;

  const open = (row: Row | undefined) => row && navigate(`${path}/${row.id}/view`, { replace: true, state: { focused: labelOfFocused() } });
  const openBeyond = async (by: 1 | -1) => {
    const rows = (await client.ensureQueryData(pageQuery(page + by))).data;
    moveListPosition(path, position, page + by);
    await open(rows.at(by === 1 ? 0 : -1));
  };
  const go = (by: 1 | -1) => {
    if (place + by < 1 || place + by > data.total) return;
    const row = data.data[at + by];
    if (row) void open(row);
    else openBeyond(by).catch(notifyError);
  };
  return { place, total: data.total, go };
}
