import { useState } from 'react';
import { translate } from '../i18n/index.ts';
import { Checkbox } from '../ui/inputs/checkbox.tsx';
import { Combobox } from '../ui/inputs/combobox.tsx';
import { DateInput } from '../ui/inputs/date-input.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { MultiCombobox } from '../ui/inputs/multi-combobox.tsx';
import { NumberInput } from '../ui/inputs/number-input.tsx';
import type { Option } from '../ui/inputs/option.ts';
import { RadioGroup } from '../ui/inputs/radio-group.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { Switch } from '../ui/inputs/switch.tsx';
import { PasswordInput, SearchInput, TextArea, TextInput } from '../ui/inputs/text-input.tsx';
import type { NumberValue } from '../ui/inputs/unread-number.ts';
import { PEOPLE } from './people.ts';

export function Inputs() {
  const [word, setWord] = useState('');
  const [number, setNumber] = useState<NumberValue>(35.5);
  const [date, setDate] = useState<string | null>('2026-03-09');
  const [choice, setChoice] = useState('3');
  const [person, setPerson] = useState<Option | null>(null);
  const [people, setPeople] = useState<Option[]>(PEOPLE.slice(0, 3));
  const [type, setType] = useState('C');
  const [on, setOn] = useState(true);
  const months = Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: `Tháng ${index + 1}` }));
  return (
    <section>
      <h2 className="mb-3 text-section font-semibold">Inputs</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Tên công trình" required help="Tên của tòa nhà, như trên bản vẽ">
          <TextInput value={word} onChange={(event) => setWord(event.target.value)} placeholder="物件名" />
        </Field>
        <Field label="Diện tích" error="Diện tích phải từ 0 đến 2000" required>
          <NumberInput value={number} onChange={setNumber} unit="坪" min={0} />
        </Field>
        <Field label="Ngày trả">
          <DateInput value={date} onChange={setDate} />
        </Field>
        <Field label="Tháng">
          <Select value={choice} onChange={setChoice} options={months} empty={translate('control.all')} />
        </Field>
        <Field label="Người thiết kế" help={person ? `#${person.value}` : undefined}>
          <Combobox value={person} onChange={setPerson} options={PEOPLE} all={translate('control.all')} />
        </Field>
        <Field label="Loại công việc">
          <MultiCombobox value={people} onChange={setPeople} options={PEOPLE} />
        </Field>
        <Field label="Mật khẩu">
          <PasswordInput defaultValue="Tensu-2026" />
        </Field>
        <Field label="Tìm">
          <SearchInput value={word} onChange={setWord} />
        </Field>
        <Field label="Không sửa được" disabled>
          <TextInput value="Phòng thiết kế 1" readOnly />
        </Field>
        <Field label="Tính điểm">
          <RadioGroup
            value={type}
            onChange={setType}
            options={[
              { value: 'C', label: 'Có' },
              { value: 'K', label: 'Không' },
            ]}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-4 pt-6">
          <Switch checked={on} onChange={setOn} label="Kiểm tra" />
          <Switch checked={!on} onChange={() => setOn(!on)} label="Kiểm tra" pending />
          <Switch checked onChange={() => undefined} label="Kiểm tra" disabled />
          <Checkbox checked={on} onChange={setOn}>
            Hoạt động
          </Checkbox>
          <Checkbox checked={false} partial onChange={() => undefined} aria-label="some" />
        </div>
        <Field label="Ghi chú">
          <TextArea placeholder="…" />
        </Field>
      </div>
    </section>
  );
}
