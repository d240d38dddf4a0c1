import { indirectNote } from '#contracts/entities/indirect_note.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

export function IndirectNoteList() {
  return <ListPage contract={indirectNote} />;
}

export function IndirectNoteForm() {
  return (
    <FormPage contract={indirectNote}>
      <FormSection>
        <FormField name="content" />
      </FormSection>
    </FormPage>
  );
}
