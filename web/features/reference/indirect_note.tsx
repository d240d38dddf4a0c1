import { indirectNote } from '#contracts/entities/indirect_note.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

const PATH = '/indirectnote';

export function IndirectNoteList() {
  return <ListPage contract={indirectNote} path={PATH} />;
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
