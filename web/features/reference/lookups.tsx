import { companies, positions } from '#contracts/entities/lookups.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

export const PositionList = () => <ListPage contract={positions} />;
export const PositionForm = () => <NameForm contract={positions} />;
export const CompanyList = () => <ListPage contract={companies} />;
export const CompanyForm = () => <NameForm contract={companies} />;

function NameForm({ contract }: { contract: typeof positions }) {
  return (
    <FormPage contract={contract}>
      <FormSection>
        <FormField name="name" />
      </FormSection>
    </FormPage>
  );
}
