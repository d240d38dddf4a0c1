import type { FieldKind, Fields } from './fields.ts';
import type { Access } from './roles.ts';
import type { RuleTable } from './rule-tables.ts';
import { type Lang, lowerFirstLetter, oneOf, type Text } from './text.ts';

/** What a filter looks at. `via` goes through a ref, or with `many` a list of them: rows whose `via` row has the field. */
export interface FilterTarget {
  readonly field: string;
  readonly via?: { readonly field: string; readonly entity: string; readonly many?: true };
  /** Found by the index of its key. */
  readonly keyed?: true;
}

/** How one wire parameter narrows a list. */
export interface Filter extends FilterTarget {
  /** Where else the value counts: whoever designed or checked a job. */
  readonly or?: readonly FilterTarget[];
  readonly op: 'equals' | 'contains' | 'from' | 'until' | 'empty' | 'in' | 'words' | 'in_force';
  /** Whose versions of the asked month are meant. */
  readonly rule?: RuleTable;
  /** Kind of the value, where the field is another entity's. */
  readonly kind?: FieldKind;
  /** The only values there are. */
  readonly options?: readonly string[];
}

/** A row of another entity sent along as an object (`one`) or a list (`many`, through a refs field). */
export interface Relation {
  readonly kind: 'one' | 'many';
  readonly field: string;
  readonly entity: string;
  readonly pick: readonly string[];
  /** Rows that point to the related one through `field`, as lists inside it; left out where a scope names the fields to be seen. */
  readonly lists?: Readonly<Record<string, { readonly entity: string; readonly field: string; readonly pick: readonly string[] }>>;
}

/** A column of the list and of the workbook: a field, or `relation.field`. */
export interface Column {
  readonly key: string;
  readonly label: Text;
  readonly kind: FieldKind;
  readonly decimals?: number;
  /** A difference: shown with its sign, and none where nothing differs. */
  readonly signed?: boolean;
  /** Shown with all its places, not with two. */
  readonly factor?: boolean;
  readonly options?: Readonly<Record<string, Text>>;
  /** Formatted text, as HTML. */
  readonly rich?: boolean;
  /** Hidden in the list until the person shows it. */
  readonly folded?: boolean;
  /** What one reads the table for: bold on screen and on paper. */
  readonly strong?: boolean;
  /** Its sentences take several lines instead of being cut. */
  readonly wraps?: boolean;
}

/** The fields that name a record in pickers, headings and notices. */
export interface Title {
  readonly field: string;
  /** A second, quieter field such as a code, or `relation.field`. */
  readonly hint?: string;
}

/** Group of the sidebar in which a list is an entry. */
export type NavGroup = 'data' | 'closing' | 'settings' | 'management';

/** What the server and the screens need of a list: fields, rules, columns, filters, order, rights. */
export interface Contract<F extends Fields = Fields> {
  /** Path under the API root, and the name in history and file names. */
  readonly name: string;
  readonly label: Text;
  /** Address of the list in the web app; adding and viewing live below it. None: it has no page, or its rows have none. */
  readonly path?: string | null;
  readonly fields: F;
  readonly relations: Readonly<Record<string, Relation>>;
  readonly columns: readonly Column[];
  readonly filters: Readonly<Record<string, Filter>>;
  /** Fields, and `relation.field` of related records. */
  readonly sorts: readonly string[];
  /** Default order, `column ASC` or `column DESC`. */
  readonly order: string;
  readonly access: Access;
  /** Field that dates a record for month lock and the exc_* filters. */
  readonly dated?: string;
  /** Columns in which no two records are equal, each list held by a unique index or the check of each write; `code_fold` is the folded form of `code`, `code_key` the one with its accents. */
  readonly unique?: readonly (readonly string[])[];
  /** A rule has versions, each with the month from which it counts (`valid_from`). */
  readonly versions?: RuleTable;
  /** Fields whose sum over all rows of the filters a list answers too, when `sum=1` asks for it. */
  readonly summed?: readonly string[];
  /** What a record is called; the rows of a log have no name. */
  readonly title?: Title;
  /** The word for a record where it is not the label, as in a second view of the same records. */
  readonly recordLabel?: Text;
}

/** An entity: a list whose records have a name, and a place in the web app. */
export interface EntityContract<F extends Fields = Fields> extends Contract<F> {
  readonly title: Title;
  readonly path: string | null;
  /** null: it is no entry of its own; `web/navigation.ts` names it among the tabs of one. */
  readonly navGroup: NavGroup | null;
  /** A picker offers to create one: by a short form of its title and of what is required. */
  readonly createdInPickers?: true;
  /** What its pages and the navigation call it. */
  readonly pageTitle: Text;
}

/** Declares a list that is no entity, such as a log, with its own columns and filters. */
export function defineList<const F extends Fields>(declared: Contract<F>): Contract<F> {
  return declared;
}

export const META_FIELDS = ['id', 'version', 'created_at', 'updated_at'] as const;

export const META_LABELS: Readonly<Record<string, Text>> = {
  id: { vi: 'Mã số', en: 'Id' },
  version: { vi: 'Phiên bản', en: 'Version' },
  created_at: { vi: 'Ngày tạo', en: 'Created at' },
  updated_at: { vi: 'Cập nhật lúc', en: 'Updated at' },
};

/** Label of a field in a language; the name itself for what is no field. */
export function labelOf(contract: Pick<Contract, 'fields'>, field: string, lang: Lang): string {
  const own = Object.hasOwn(contract.fields, field) ? contract.fields[field] : undefined;
  return own?.label[lang] ?? META_LABELS[field]?.[lang] ?? field;
}

/** The word for one record in the middle of a sentence: 'khách hàng', 'customer'. */
export function recordNoun({ label, recordLabel = label }: Pick<Contract, 'label' | 'recordLabel'>, lang: Lang): string {
  return lang === 'en' ? oneOf(recordLabel.en) : lowerFirstLetter(recordLabel[lang]);
}
