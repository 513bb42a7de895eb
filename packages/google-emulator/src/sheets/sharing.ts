/** With whom a new file is shared. */
export interface Sharing {
  readonly readers?: Iterable<string>;
  readonly writers?: Iterable<string>;
  readonly anyoneWithLink?: boolean;
}
