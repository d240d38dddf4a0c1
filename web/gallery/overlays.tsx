import { useState } from 'react';
import { translate } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/feedback/toast.tsx';
import { Combobox } from '../ui/inputs/combobox.tsx';
import { DateInput } from '../ui/inputs/date-input.tsx';
import { Field } from '../ui/inputs/field.tsx';
import type { Option } from '../ui/inputs/option.ts';
import { useConfirm } from '../ui/overlays/confirm.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { PEOPLE } from './people.ts';
import { Section } from './section.tsx';

export function Overlays() {
  const ask = useConfirm();
  const [dialog, setDialog] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [date, setDate] = useState<string | null>(null);
  const [person, setPerson] = useState<Option | null>(null);
  return (
    <Section title="Overlays">
      <Button onClick={() => setDialog(true)}>Dialog</Button>
      <Button
        onClick={() =>
          void ask({
            title: translate('notice.confirm_delete'),
            text: translate('notice.confirm_delete_text'),
            confirmLabel: translate('notice.confirm_delete_yes'),
            danger: true,
          })
        }
      >
        Confirm
      </Button>
      <Button onClick={() => setSheet(true)}>Sheet</Button>
      <Button
        onClick={() =>
          notify.success({
            title: translate('notice.created'),
            text: translate('notice.created_text', { name: 'khách hàng', value: '積水ハウス' }),
          })
        }
      >
        Success
      </Button>
      <Button onClick={() => notify.failure({ title: translate('notice.failure'), text: translate('notice.network') })}>Failure</Button>
      <Button onClick={() => notify.warning({ title: 'Có 3 việc chưa tính được', text: 'Xem danh sách để sửa.' })}>Warning</Button>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Tính điểm"
        size="md"
        footer={
          <>
            <Button onClick={() => setDialog(false)}>{translate('control.cancel')}</Button>
            <Button variant="primary">Tính điểm</Button>
          </>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Ngày">
            <DateInput value={date} onChange={setDate} />
          </Field>
          <Field label="Người">
            <Combobox value={person} onChange={setPerson} options={PEOPLE} />
          </Field>
        </div>
      </Dialog>
      <Dialog open={sheet} onClose={() => setSheet(false)} sheet title="Bộ lọc">
        <div className="flex flex-col gap-4">
          <Field label="Người">
            <Combobox value={person} onChange={setPerson} options={PEOPLE} all={translate('control.all')} />
          </Field>
          <Field label="Ngày">
            <DateInput value={date} onChange={setDate} />
          </Field>
          <Button variant="primary" onClick={() => setSheet(false)}>
            {translate('control.search')}
          </Button>
        </div>
      </Dialog>
    </Section>
  );
}
