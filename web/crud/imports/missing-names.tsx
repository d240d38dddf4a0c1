import type { Import } from '#contracts/calls/answers/imports.ts';
import { MISSING_NAME_COLUMNS } from '#contracts/calls/imports.ts';
import { contractOf } from '#contracts/contracts.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { ListTextLink } from '../../layout/list-link.tsx';
import { ColumnHeads, Table } from '../../ui/table/table.tsx';

/** Names of the file that no record has, each once; those that can be made are said so. */
export function MissingNames({ missing }: Pick<Import, 'missing'>) {
  const { t, lang } = useText();
  const { entity, name, rows } = MISSING_NAME_COLUMNS;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-table text-muted">{t('imports.missing_help')}</p>
      <Table label={t('imports.missing')} className="max-h-60 rounded border border-line">
        <ColumnHeads heads={[entity[lang], name[lang], { right: rows[lang] }, t('control.create')]} />
        <tbody>
          {missing.map((each) => (
            <tr key={`${each.entity} ${each.name} ${each.parent ?? ''}`}>
              <td>{contractOf(each.entity)?.label[lang] ?? each.entity}</td>
              <td data-wrap>{each.parent === undefined ? each.name : `${each.name} (${each.parent})`}</td>
              <td data-align="right">{formatNumber(each.rows)}</td>
              <td>
                {each.creatable ? t('imports.creatable') : <ListTextLink entity={each.entity}>{t('imports.not_creatable')}</ListTextLink>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
