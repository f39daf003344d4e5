/* Sample content, shown only in paper mode and tagged "sample". All people, companies and results in it are invented. */

export const SAMPLE_REVIEWS = [
  {
    name: 'Amara Nwosu',
    role: 'Copies two traders',
    text: 'I read every trade in my log the evening it closed. I never had to ask.',
  },
  {
    name: 'Jonas Feld',
    role: 'Teacher',
    text: 'The plans page says what is reserved and what I can lose. That was new to me.',
  },
  {
    name: 'Li Wei Tan',
    role: 'Student',
    text: 'It opens on the train where nothing else does.',
  },
  {
    name: 'Sofia Marques',
    role: 'Engineer',
    text: 'I set a floor. In the one bad week the copy stopped there, and mailed me.',
  },
  {
    name: 'Daniel Okafor',
    role: 'Shop owner',
    text: 'My withdrawal showed when it was requested, approved and paid. No extra fee.',
  },
  {
    name: 'Hanna Virtanen',
    role: 'Bookkeeper',
    text: 'Every line adds up to the balance. I checked, because I cannot help it.',
  },
] as const;

export const SAMPLE_TEAM = [
  {
    name: 'Rosalind Achterberg',
    role: 'Founder',
    text: 'Started Mirrorbook after years of reconciling other people’s ledgers. Insists that a balance is something you prove.',
  },
  {
    name: 'Kwame Adjei',
    role: 'Director',
    text: 'Looks after licences, auditors and the reserve. Nothing is sold before what it promises is set aside.',
  },
  {
    name: 'Ingrid Solheim',
    role: 'Manager',
    text: 'Runs the day: deposits checked against the chain, withdrawals approved, questions answered before they are asked twice.',
  },
  {
    name: 'Mateo Ferrer',
    role: 'Customer care',
    text: 'Reads what you write and answers in whole sentences. Knows where each button is, with and without JavaScript.',
  },
  {
    name: 'Anjali Deshpande',
    role: 'Portfolio manager',
    text: 'Studies traders before they are listed: largest fall first, then return, then whether the two can be explained.',
  },
  {
    name: 'Claire Dubois',
    role: 'Receptionist',
    text: 'The first voice you hear. Finds the right person, and tells you how long it will really take.',
  },
] as const;

export const SAMPLE_PARTNERS = [
  { name: 'Northlight', path: 'M12 2l3 8 7 2-7 2-3 8-3-8-7-2 7-2z' },
  { name: 'Tidewell', path: 'M2 9c4-5 6 5 10 0s6 5 10 0v4c-4 5-6-5-10 0s-6-5-10 0z' },
  { name: 'Quillon', path: 'M12 3a9 9 0 1 0 0 18h9v-9a9 9 0 0 0-9-9m0 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8' },
  { name: 'Ambergate', path: 'M3 21V9l9-6 9 6v12h-5v-8a4 4 0 0 0-8 0v8z' },
  { name: 'Fernhold', path: 'M12 22V12C6 12 4 8 4 3c5 0 8 3 8 7 0-3 3-6 8-6 0 5-2 9-8 9v9z' },
] as const;
