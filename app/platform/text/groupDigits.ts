/** A plain decimal with its thousands apart: `78039.00` is `78,039.00`. */
export function groupDigits(plain: string): string {
  const [whole = '', ...fraction] = plain.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}
