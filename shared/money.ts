/** Whole rupees as `Rs 1,25,000`. */
export function formatRupees(rupees: number): string {
  return `Rs ${formatNumber(rupees)}`;
}

/** An amount with paise, if there are any: `Rs 1,000.50`, `Rs 1,000`. */
export function formatExactRupees(rupees: number): string {
  const paise = Math.round(rupees * 100);
  const rest = paise % 100;
  return rest === 0
    ? formatRupees(paise / 100)
    : `${formatRupees((paise - rest) / 100)}.${String(rest).padStart(2, '0')}`;
}

/** A number in Indian grouping: `1,25,000`. By hand, because the first use of `Intl` blocks a browser noticeably. */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
}
