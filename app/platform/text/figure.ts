/** A number as people read it: so many decimals, and a real minus sign before what does not round to zero, `−0.25`. */
export function figure(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A plain decimal with its thousands apart: `78039.00` is `78,039.00`. */
export function groupDigits(plain: string): string {
  const [whole = '', ...fraction] = plain.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
