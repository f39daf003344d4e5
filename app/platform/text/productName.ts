export const PRODUCT_NAME = 'Mirrorbook';

export const pageTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`;
