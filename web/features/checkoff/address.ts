/** The filters of the page, as they stand in its address. */
export const defaults = {
  tab: 'offices',
  q: '',
  state: '',
  homeState: '',
  officeId: '',
  month: '',
  schedule: '',
  page: '1',
};

export type Address = Record<keyof typeof defaults, string>;

/** What each part of the page gets: the filters in the address, and how to change them. */
export interface PartProps {
  address: Address;
  change: (change: Partial<Address>) => void;
  page: number;
  onPage: (page: number) => void;
}
