import { indirectNote } from '#contracts/entities/indirect_note.ts';
import { TextFilter } from '../crud/filters/text-filter.tsx';
import { FormField, FormSection } from '../crud/form/form-field.tsx';
import { FormPage } from '../crud/form/form-page.tsx';
import { ListPage } from '../crud/list/list-page.tsx';

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
