import { companies, positions } from '#contracts/entities/lookups.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

type Lookup = typeof positions;

export const PositionList = () => <LookupList contract={positions} />;
export const PositionForm = () => <LookupForm contract={positions} />;
export const CompanyList = () => <LookupList contract={companies} />;
export const CompanyForm = () => <LookupForm contract={companies} />;

/** A list of names, such as positions. */
function LookupList({ contract }: { contract: Lookup }) {
  return <ListPage contract={contract} />;
}

function LookupForm({ contract }: { contract: Lookup }) {
  return (
    <FormPage contract={contract}>
      <FormSection>
        <FormField name="name" />
      </FormSection>
    </FormPage>
  );
}
