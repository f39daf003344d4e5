export const KEY_OF: Readonly<Record<string, string>> = {
  approve: 'a',
  accept: 'a',
  answer: 'a',
  pay: 'a',
  reject: 'r',
  hold: 'h',
};
