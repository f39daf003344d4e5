import { RANKS } from '~/features/money';
import { formatUsd } from '~/ledger/money';
import type { MethodNames } from './site.server';

export type FaqEntry = { id: string; question: string; answer: string };

const joinNames = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'no method at present');

/** Returns `Silver up to $5,000.00 of funded capital, gold up to $20,000.00, diamond above that`. */
const describeRanks = () =>
  RANKS.map(
    ({ name, upTo }, at) =>
      `${at === 0 ? name : name.toLowerCase()} ${upTo === null ? 'above that' : `up to ${formatUsd(upTo)}`}${at === 0 ? ' of funded capital' : ''}`,
  ).join(', ');

export const createFirstQuestions = ({ deposits, withdrawals, paper }: MethodNames): FaqEntry[] => [
  {
    id: 'copy-trading',
    question: 'What is copy trading?',
    answer:
      'You choose a trader and an amount. From then on you share each of their results, gains and losses alike, in proportion to what you put in. You can stop at any time.',
  },
  {
    id: 'fund',
    question: 'How do I fund my wallet?',
    answer: `By cryptocurrency: ${joinNames(deposits)}. Choose a method and an amount, pay to the address that is shown, and upload a picture of the payment. Management credits what arrived, free of charge.`,
  },
  {
    id: 'withdraw',
    question: 'How do withdrawals work?',
    answer: `You request an amount to a wallet of your own, by ${joinNames(withdrawals)}. You can cancel until it is decided, and see when it was requested, approved and paid. Nothing is charged that was not shown before you confirmed.`,
  },
  {
    id: 'risk',
    question: 'Can I lose money?',
    answer:
      'Yes. Markets move against every trader at times, and a copy follows its trader down as well as up. You can lose what you allocate to a copy, never more. Set a floor, below which a copy stops itself, and only invest what you can afford to lose.',
  },
  {
    id: 'start',
    question: 'What do I need to start?',
    answer: `An email address and two minutes to sign up. Then you ${paper ? 'take practice money or make a deposit' : 'make a deposit'}, and copy a trader. Each trader’s page shows the minimum of a copy.`,
  },
];

export const createAllQuestions = (methods: MethodNames): { title: string; questions: FaqEntry[] }[] => [
  { title: 'First things first', questions: createFirstQuestions(methods) },
  {
    title: 'Copying',
    questions: [
      {
        id: 'proportion',
        question: 'How large are my trades?',
        answer:
          'A result is the same share of your copy as it was of the trader’s capital. If they lose 2% of theirs on EUR/USD, your copy loses 2%. A share of less than a cent is skipped, and your log says so.',
      },
      {
        id: 'statistics',
        question: 'Where do a trader’s figures come from?',
        answer:
          'Win rate, return, risk/reward and largest fall are computed from recorded trades, copiers are the people whose copies hold money. What was merely declared is shown as declared and never sorts or ranks anything. Past results do not predict future results.',
      },
      {
        id: 'metatrader',
        question: 'Can I use MetaTrader 4 or 5?',
        answer:
          'Yes. Traders may work from either desktop platform with expert advisors, and signals that are sent to a messaging channel can be followed by hand there. What you copy here happens here; your own platform is not needed for it.',
      },
    ],
  },
  {
    title: 'Plans, ranks and referrals',
    questions: [
      {
        id: 'plans',
        question: 'What is an investment plan?',
        answer:
          'An amount, for a number of days, at a stated daily return. A plan is sold only when its whole promised return has been set aside from the operator’s own reserve, so it can never be paid from another investor’s deposit. If the reserve is short, the sale is refused and says so.',
      },
      {
        id: 'ranks',
        question: 'What are the ranks?',
        answer: `${describeRanks()}. Each has a bonus, shown on the ranking page. Your rank follows your balance.`,
      },
      {
        id: 'referrals',
        question: 'What do I get for referring a friend?',
        answer:
          'A share of what your friend deposits, once management has approved the deposit; the referral page states the rate. It is paid by the operator, never out of your friend’s money.',
      },
    ],
  },
  {
    title: 'Safety',
    questions: [
      {
        id: 'password',
        question: 'Can anyone see my password?',
        answer:
          'No. Only a one-way hash of it is stored, which can’t be read back. A reset needs the link emailed to you, and ends all your sign-ins elsewhere.',
      },
      {
        id: 'verification',
        question: 'Why am I asked for documents?',
        answer:
          'The law requires those who move money to know whose it is. Your documents are stored privately, seen only by you and the people who review them. An identity check that is missing never holds back a withdrawal that was approved.',
      },
      {
        id: 'leaving',
        question: 'How do I leave?',
        answer:
          'Stop your copies, withdraw what is available, download your statement, and close the account in the settings. What is owed to you stays owed until it is paid.',
      },
    ],
  },
];
