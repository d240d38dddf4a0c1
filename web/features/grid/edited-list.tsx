import { useSession } from '../../api/session.tsx';
import { ListPage, type ListPageProps } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { grantFor } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { EditInGridButton, GridPart } from './grid-part.tsx';
import { useGridMode } from './use-grid-mode.ts';

const GridBar = lazyPart(() => import('./grid-bar.tsx').then((module) => module.GridBar));

/** The list of an entity whose rows can be edited in a grid, for those who may change them. */
export function EditedList(props: Omit<ListPageProps, 'tools' | 'work' | 'actions' | 'inPlace'>) {
  const { contract } = props;
  const { may } = useSession();
  const { isEditing, mode, begin } = useGridMode(contract);
  return (
    <ListPage
      {...props}
      tools={<ListTools importing={!isEditing} />}
      work={!isEditing && may(grantFor(contract, 'update')) && <EditInGridButton onPress={begin} />}
      actions={isEditing && <GridBar mode={mode} />}
      inPlace={isEditing && ((rows, columns, stale) => <GridPart {...{ mode, rows, columns, stale }} />)}
    />
  );
}
