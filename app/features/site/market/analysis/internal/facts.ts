/**
 * Sample facts about a company for paper mode. `shares` and `revenue` are in billions, `earnings` and `dividend` in
 * dollars per share and year.
 */
export type Company = {
  sector: string;
  shares: number;
  earnings: number;
  dividend: number;
  revenue: number;
  margin: number;
};

const createCompany = (
  sector: string,
  shares: number,
  earnings: number,
  dividend: number,
  revenue: number,
  margin: number,
): Company => ({ sector, shares, earnings, dividend, revenue, margin });

export const SAMPLE_COMPANIES: Readonly<Record<string, Company>> = {
  AAPL: createCompany('Technology', 15.3, 6.4, 1, 385, 0.26),
  MSFT: createCompany('Technology', 7.4, 11.8, 3, 245, 0.36),
  NVDA: createCompany('Technology', 24.6, 2.1, 0.04, 96, 0.55),
  ORCL: createCompany('Technology', 2.75, 3.8, 1.6, 53, 0.2),
  GOOGL: createCompany('Communication', 12.4, 6.9, 0.8, 328, 0.27),
  META: createCompany('Communication', 2.5, 19.6, 2, 150, 0.34),
  NFLX: createCompany('Communication', 0.43, 16, 0, 36, 0.19),
  AMZN: createCompany('Consumer', 10.4, 4.2, 0, 604, 0.07),
  TSLA: createCompany('Consumer', 3.2, 3.6, 0, 95, 0.13),
  HD: createCompany('Consumer', 0.99, 14.9, 9, 152, 0.1),
  WMT: createCompany('Consumer', 8.05, 1.9, 0.83, 657, 0.02),
  PG: createCompany('Consumer', 2.36, 6, 4, 84, 0.18),
  KO: createCompany('Consumer', 4.3, 2.5, 1.9, 46, 0.23),
  JPM: createCompany('Finance', 2.87, 18.2, 4.6, 172, 0.3),
  V: createCompany('Finance', 2.0, 9.3, 2.1, 35, 0.54),
  BAC: createCompany('Finance', 7.8, 2.9, 1, 99, 0.24),
  LLY: createCompany('Health', 0.95, 7.6, 5.2, 39, 0.18),
  UNH: createCompany('Health', 0.92, 15.6, 8.4, 386, 0.04),
  JNJ: createCompany('Health', 2.41, 6.7, 5, 87, 0.19),
  XOM: createCompany('Energy', 4.4, 8.3, 3.8, 338, 0.1),
  CVX: createCompany('Energy', 1.84, 10.3, 6.5, 196, 0.1),
  CAT: createCompany('Industry', 0.49, 22, 5.6, 67, 0.16),
  BA: createCompany('Industry', 0.62, -3.6, 0, 76, -0.03),
  NEE: createCompany('Industry', 2.06, 3.4, 2.1, 27, 0.26),
};

export const SECTOR_NAMES = [...new Set(Object.values(SAMPLE_COMPANIES).map(({ sector }) => sector))].sort();

export const SAMPLE_COIN_SUPPLY_MILLIONS: Readonly<Record<string, number>> = {
  BTCUSD: 19.7,
  ETHUSD: 120,
  SOLUSD: 465,
  XRPUSD: 56_000,
  DOGEUSD: 145_000,
  LTCUSD: 75,
  ADAUSD: 35_700,
};
