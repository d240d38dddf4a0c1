import { indirectNote } from '../contracts/entities/indirect_note.ts';
import { resource } from '../crud/resource.ts';
import { indirectNote as table } from '../db/schema/reference.ts';

export const indirectNoteResource = resource(indirectNote, table);
