/** Files that can be listed; a bucket is one. */
export interface FileStore<File> {
  list(options: { prefix: string; cursor?: string }): Promise<{ objects: File[]; truncated: boolean; cursor?: string }>;
}

/** The files whose keys begin with `prefix`, as the store answers them: a bucket up to 1,000 at once. */
export async function* listFiles<File>(files: FileStore<File>, prefix: string): AsyncGenerator<File[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await files.list({ prefix, ...(cursor && { cursor }) });
    yield page.objects;
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}
