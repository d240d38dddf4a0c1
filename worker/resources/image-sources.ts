import { addressSource, formerTextSource, type ImageSource, richTextSource } from '../platform/db/image-uploads.ts';
import { RESOURCES } from './registry.ts';

/** Everything that may name an image: the fields of the entities that are declared so, what they held before, and the pictures of questions. */
export const IMAGE_SOURCES: ReadonlyMap<string, ImageSource> = new Map([
  ...RESOURCES.flatMap(({ table, contract }) =>
    Object.entries(contract.fields).flatMap(([name, { image, rich }]) => {
      const sources: [name: string, ImageSource][] = [];
      if (image) sources.push([`${table}.${name}`, addressSource(table, name)]);
      if (rich) sources.push([`${table}.${name}`, richTextSource(table, name)], [`history of ${table}`, formerTextSource(table)]);
      return sources;
    }),
  ),
  ['questions.picture', addressSource('questions', 'picture')],
]);
