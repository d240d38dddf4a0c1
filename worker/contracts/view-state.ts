/** What a list shows, but for the page: as an address, a person's own choice or a saved view says it. What is left out is the list's own. */
export interface ViewState {
  /** By parameter of the list's call; the search among them. */
  readonly filters?: Readonly<Record<string, string>>;
  /** `column ASC` or `column DESC`. */
  readonly order_by?: string;
  /** Rows of a page. */
  readonly limit?: number;
  readonly columns?: ColumnLayout;
}

/** Columns of a list, by their keys. */
export interface ColumnLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}
