import type { CrawlSettings, SampleField } from '#contracts/calls/answers/crawl-settings.ts';

/** Settings as they are typed. */
export interface Draft {
  url: string;
  workflow_ids: string;
  field_map: Readonly<Record<string, string>>;
  numbers: 'dot' | 'comma';
}

export function draftOf({ url, workflow_ids, field_map, numbers }: CrawlSettings): Draft {
  return { url, workflow_ids: workflow_ids.join(', '), field_map, numbers };
}

/** The workflows that are typed. */
export function listIds({ workflow_ids }: Draft): string[] {
  return workflow_ids.split(/[\s,;]+/).filter((id) => id !== '');
}

/** The key under which the map names a field: its id, else its name. */
export function mapKeyOf({ id, name }: Pick<SampleField, 'id' | 'name'>, map: Draft['field_map']): string | undefined {
  return [id, name].find((key) => key !== '' && Object.hasOwn(map, key));
}

/** The map with another column for a field; null takes it out, so that the field's name decides. */
export function withColumn(map: Draft['field_map'], field: Pick<SampleField, 'id' | 'name'>, column: string | null): Draft['field_map'] {
  const others = Object.entries(map).filter(([key]) => key !== field.id && key !== field.name);
  return Object.fromEntries(column === null ? others : [...others, [field.id === '' ? field.name : field.id, column]]);
}
