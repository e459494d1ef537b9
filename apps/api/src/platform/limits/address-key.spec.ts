import { addressKey } from './address-key';

describe('the key of a client address', () => {
  it('is an IPv4 address itself, in each of its notations', () => {
    expect(addressKey('203.0.113.5')).toBe('203.0.113.5');
    expect(addressKey('::ffff:203.0.113.5')).toBe('203.0.113.5');
    expect(addressKey('::FFFF:cb00:7105')).toBe('203.0.113.5');
    expect(addressKey('203.0.113.6')).not.toBe(addressKey('203.0.113.5'));
  });

  it('is the /64 network of an IPv6 address', () => {
    const key = addressKey('2001:db8:1:2::1');
    expect(key).toBe('20010db800010002/64');
    expect(addressKey('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(key);
    expect(addressKey('2001:DB8:0001:0002:0:0:0:7')).toBe(key);
    expect(addressKey('fe80::1%eth0')).toBe(addressKey('fe80::2%eth1'));
    expect(addressKey('2001:db8:1:3::1')).not.toBe(key);
  });

  it.each(['', 'unknown', '::1::', 'not an address%x'])('is %j itself when it is no address', (text) => {
    expect(addressKey(text)).toBe(text);
  });
});
