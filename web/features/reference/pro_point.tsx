import { proPoint } from '#contracts/entities/pro_point.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

const START = { limit: 50 };

export function ProPointList() {
  return <ListPage contract={proPoint} start={START} />;
}

export function ProPointForm() {
  return (
    <FormPage contract={proPoint}>
      <FormSection>
        <FormField name="point" />
        <FormField name="desc" />
      </FormSection>
    </FormPage>
  );
}
