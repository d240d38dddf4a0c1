import type { Text } from '../text.ts';

/** What the settings of the source are called. */
export const CRAWL_SETTING_LABELS = {
  url: { vi: 'Địa chỉ', en: 'Address' },
  workflow_ids: { vi: 'Mã quy trình', en: 'Workflow ids' },
  field_map: { vi: 'Ánh xạ trường', en: 'Field map' },
  numbers: { vi: 'Cách viết số', en: 'Numbers' },
  version: { vi: 'Phiên bản', en: 'Version' },
} satisfies Record<string, Text>;

/** Whom a name of the source stands for. */
export const ALIAS_KINDS = {
  person: { vi: 'Người', en: 'Person' },
  customer: { vi: 'Khách hàng', en: 'Customer' },
} satisfies Record<string, Text>;
export type AliasKind = keyof typeof ALIAS_KINDS;

/** Fields of the form in which the source takes its token: which one is found by a test of the connection. */
export const TOKEN_KINDS = ['access_token_v2', 'access_token'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Settings that an Admin chose for the source; null: as the environment says. */
export interface SourceSettings {
  readonly url: string | null;
  readonly workflow_ids: readonly string[] | null;
  /** Column by id or name of a form field. */
  readonly field_map: Readonly<Record<string, string>> | null;
  readonly numbers: 'dot' | 'comma' | null;
  readonly token_kind: TokenKind | null;
}
