import { proPoint } from '#contracts/entities/pro_point.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

const START = { limit: 50 };
const PATH = '/propoint';

export function ProPointList() {
  return <ListPage contract={proPoint} path={PATH} start={START} />;
}

export function ProPointForm() {
  return (
    <FormPage contract={proPoint} path={PATH}>
      <FormSection>
        <FormField name="point" />
        <FormField name="desc" />
      </FormSection>
    </FormPage>
  );
}
