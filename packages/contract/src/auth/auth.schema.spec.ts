import { describe, expect, it } from 'vitest';
import { ChangePasswordForm, LoginBody, passwordStrength, strengthLabels } from './auth.schema.js';

const messages = (form: object) => ChangePasswordForm.safeParse(form).error?.issues.map(({ message }) => message) ?? [];

describe('changing a password', () => {
  it('reports what is missing with the messages of the specification', () => {
    expect(messages({ currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual(
      expect.arrayContaining([
        'Current password is required',
        'New password is required',
        'Please confirm your password',
      ]),
    );
    expect(messages({ currentPassword: 'x', newPassword: 'Short1', confirmPassword: 'Short1' })).toEqual([
      'Password must be at least 8 characters',
    ]);
    expect(messages({ currentPassword: 'x', newPassword: 'lowercase1', confirmPassword: 'lowercase1' })).toEqual([
      'Must contain uppercase, lowercase, and number',
    ]);
    expect(messages({ currentPassword: 'x', newPassword: 'Longer12', confirmPassword: 'Longer13' })).toEqual([
      'Passwords do not match',
    ]);
    expect(messages({ currentPassword: 'x', newPassword: 'Longer12', confirmPassword: 'Longer12' })).toEqual([]);
  });

  it.each([
    ['', 0, 'Weak'],
    ['abcdefgh', 1, 'Weak'],
    ['Abcdefgh', 2, 'Fair'],
    ['Abcdefg1', 3, 'Good'],
    ['Abcdefg1!', 4, 'Strong'],
    ['Abcdefghijk1!', 5, 'Very Strong'],
  ])('scores %j as %i, %s', (password, score, label) => {
    expect(passwordStrength(password)).toBe(score);
    expect(strengthLabels[score]).toBe(label);
  });
});

describe('signing in', () => {
  it('requires both fields', () => {
    const issues = LoginBody.safeParse({ email: ' ', password: '' }).error?.issues ?? [];
    expect(issues.map(({ message }) => message)).toEqual(['Email is required', 'Password is required']);
  });
});
