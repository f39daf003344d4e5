type Named = { firstName: string; lastName: string };

/** A trader's name as people read it. */
export const nameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`;
