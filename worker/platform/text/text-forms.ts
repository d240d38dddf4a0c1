/** The forms of a text that a table may keep beside it, each in a column of its own: as it is searched, as it is sorted, and by what it is told apart. */
const TEXT_FORMS = ['fold', 'sort', 'key'] as const;
export type TextForm = (typeof TEXT_FORMS)[number];

/** The column that keeps a form of a field's text. */
export function formColumn<Field extends string, Form extends TextForm>(field: Field, form: Form): `${Field}_${Form}` {
  return `${field}_${form}`;
}

/** What a column keeps a form of, and which; undefined for a column that follows from no other. */
export function readFormColumn(column: string): { field: string; form: TextForm } | undefined {
  const [, field, form] = FORM_COLUMN.exec(column) ?? [];
  return field && form ? { field, form: form as TextForm } : undefined;
}

const FORM_COLUMN = new RegExp(`^(.+)_(${TEXT_FORMS.join('|')})$`);
