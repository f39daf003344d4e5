type Named = { firstName: string; lastName: string };

export const getTraderName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`;
