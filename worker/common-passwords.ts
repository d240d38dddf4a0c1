/** The commonest passwords that would otherwise pass the rule of letters and digits, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password1 password12 password123 password1234 passw0rd passw0rd1 p@ssw0rd p@ssw0rd1 p@ssword1 qwerty12 qwerty123 qwerty1234 qwertyuiop1 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx abc12345 abcd1234 abcde123 abcdef12 abc123456 a1b2c3d4 a1234567 a12345678 a123456789 aa123456 aa12345678 iloveyou1
  welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 admin123 admin1234 admin12345 administrator1 letmein1 letmein123 monkey123 dragon123
  football1 baseball1 superman1 batman123 sunshine1 princess1 master123 shadow123 michael1 charlie1 jordan23 hello123 hello1234 test1234 test12345 testtest1
  changeme1 changeme123 default1 secret123 login123 user1234 guest123 root1234 pass1234 pass12345 matkhau1 matkhau123 matkhau1234 vietnam1 vietnam123 saigon123
  hanoi123 hanoi2024 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 january1 company123
  samsung1 samsung123 google123 facebook1 facebook123 trustno1 whatever1 starwars1 pokemon123 computer1 internet1 qazwsx123 asdf1234 asdfghjkl1 zxcvbnm1
  q1w2e3r4 q1w2e3r4t5 qwe12345 qwer1234 123qweasd 123qweasdzxc 1234qwer 12345qwert 123456aa 123456ab 123456abc 12345678a 123456789a 1234567a tensu123 tensu1234`.split(
    /\s+/,
  ),
);
