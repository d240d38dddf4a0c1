import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileHeading } from '#contracts/calls/answers/error.ts';
import type { Import } from '#contracts/calls/answers/imports.ts';
import type { ImportMode } from '#contracts/calls/imports.ts';
import type { Contract } from '#contracts/contract.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';

/** What is asked of an import; kept while its preview is looked at. */
export interface ImportChoice {
  file: File | undefined;
  mode: ImportMode;
  /** Blank: the first sheet that has rows. */
  sheet: string;
  /** What the server knows of the columns of a file with headings of its own, and the field that each fills, '' for none. */
  columns?: FileColumns | undefined;
  mapping?: Readonly<Record<string, string>> | undefined;
}

export interface FileColumns {
  headings: readonly FileHeading[];
  fields: readonly { field: string; required: boolean }[];
}

interface UploadOptions {
  onStarted: (id: number) => void;
  /** What is wrong with the file or its columns is told by their fields, and no notice. */
  hasField?: boolean;
  /** The file has headings of its own. */
  onUnknownHeadings?: (columns: FileColumns) => void;
}

/** Sends the chosen file, to be written or only previewed. */
export function useImportUpload(contract: Contract, choice: ImportChoice, options: UploadOptions) {
  const { onStarted, hasField = false, onUnknownHeadings } = options;
  const [share, setShare] = useState(0);
  const upload = useMutation({
    meta: {
      silent: (error) =>
        error instanceof ApiError &&
        ((hasField && (error.messages.file ?? error.messages.mapping) !== undefined) || (!!onUnknownHeadings && !!error.file.headings)),
    },
    mutationFn: ({ preview, accept = false, create = false }: { preview: boolean; accept?: boolean; create?: boolean }) => {
      const form = new FormData();
      form.set('file', choice.file!);
      form.set('mode', choice.mode);
      if (choice.sheet.trim()) form.set('sheet', choice.sheet);
      if (choice.mapping) form.set('mapping', JSON.stringify(choice.mapping));
      else if (onUnknownHeadings) form.set('ask_headings', '1');
      if (preview) form.set('dry_run', '1');
      if (create) form.set('create_missing', '1');
      if (accept) form.set('accept_broken', '1');
      return api.upload<Pick<Import, 'id' | 'status'>>(`${contract.name}/import`, form, setShare);
    },
    onSuccess: ({ id }) => onStarted(id),
    onError: (error) => {
      const { headings, fields = [] } = error instanceof ApiError ? error.file : {};
      if (headings) onUnknownHeadings?.({ headings, fields });
    },
  });
  return { upload, share };
}
