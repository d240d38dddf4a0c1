import { flag } from '../fields.ts';

/** 1: rules are written also where worked examples come to other points by them. */
export const ACCEPT_BROKEN_FIELDS = { accept_broken: flag({ vi: 'Chấp nhận ví dụ thay đổi', en: 'Accept changed examples' }) };
