import { Chip } from '../../ui/feedback/feedback.tsx';
import { useRefOption } from './ref-options.ts';

interface RefChipProps {
  label: string;
  entity: string;
  id: number | null;
  onRemove: () => void;
}

/** The chip of a filter by a record, with the record's name. Loaded where one is shown: it needs to know every entity's contract. */
export function RefChip({ label, entity, id, onRemove }: RefChipProps) {
  const option = useRefOption(entity, id);
  return <Chip label={`${label}: ${option?.label ?? ''}`} onRemove={onRemove} />;
}
