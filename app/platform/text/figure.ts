/** Formats a number with fixed decimals and a minus sign (U+2212) unless it rounds to zero: `−0.25`. */
export function formatNumber(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function groupDigits(plain: string): string {
  const [whole = '', ...fraction] = plain.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

export const formatCount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
