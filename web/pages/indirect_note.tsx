import { indirectNote } from '#contracts/entities/indirect_note.ts';
import { FormField, FormSection } from '../crud/form-field.tsx';
import { FormPage } from '../crud/form-page.tsx';
import { ListPage } from '../crud/list-page.tsx';
import { TextFilter } from '../crud/text-filter.tsx';

const PATH = '/indirectnote';
const { content } = indirectNote.fields;

export function IndirectNoteList() {
  return (
    <ListPage
      contract={indirectNote}
      path={PATH}
      labels={[{ name: 'content__~', label: content.label }]}
      filters={<TextFilter name="content__~" label={content.label} />}
      selectable
    />
  );
}

export function IndirectNoteForm() {
  return (
    <FormPage contract={indirectNote} path={PATH}>
      <FormSection>
        <FormField name="content" />
      </FormSection>
    </FormPage>
  );
}
