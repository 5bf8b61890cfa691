(* A token on the sphere drawn by tokens that gather at v: exactly one start leads to -v, all
   others lead to v. The flow of the token is given by the function Phi (Existence.v builds one). *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Intervals Drawn.
Open Scope R_scope.

(* What grows at least at the rate c throughout a strip, and begins above its lower edge, is above
   its upper edge after the time that takes. *)
Lemma rises_through (u du : R -> R) beta c a b : 0 < beta -> 0 < c ->
  a + 2 * beta / c <= b -> (forall t, a <= t <= b -> is_derive u t (du t)) -> - beta < u a ->
  (forall t, a <= t <= b -> - beta <= u t <= beta -> c <= du t) -> beta <= u b.
Proof.
  intros Hb Hc Far D Start Slope.
  assert (AB : a <= b) by (assert (0 < 2 * beta / c) by (apply Rdiv_lt_0_compat; lra); lra).
  assert (Low : forall t, a <= t <= b -> - beta < u t).
  { intros t Ht. set (m := Rmin (u a) beta). assert (M1 := Rmin_l (u a) beta).
    assert (M2 := Rmin_r (u a) beta). assert (- beta < m) by (apply Rmin_glb_lt; lra).
    fold m in M1, M2. apply Rlt_le_trans with m; [auto|].
    apply (keeps u du m (m + beta) a t); try lra.
    - intros s Hs. apply D. lra.
    - intros s Hs B. apply Rle_trans with c; [lra|]. apply Slope; lra. }
  apply Rnot_lt_le. intro L.
  assert (High : forall t, a <= t <= b -> u t < beta).
  { intros t Ht. apply Rnot_le_lt. intro Q. apply (Rlt_not_le _ _ L).
    apply (keeps u du beta beta t b); try lra.
    - intros s Hs. apply D. lra.
    - intros s Hs B. apply Rle_trans with c; [lra|]. apply Slope; lra. }
  assert (G := growth u du c a b AB D).
  assert (Q : c * (b - a) <= u b - u a).
  { apply G. intros t Ht. apply Slope; [auto|]. specialize (Low t Ht). specialize (High t Ht). lra. }
  assert (c * (2 * beta / c) <= c * (b - a)) by (apply Rmult_le_compat_l; lra).
  replace (c * (2 * beta / c)) with (2 * beta) in * by (field; lra). lra.
Qed.

(* A number that an increasing exponential keeps bounded is zero. *)
Lemma no_growth_left D k M : 0 < k -> 0 <= D -> (forall n : nat, D * exp (k * INR n) <= M) -> D = 0.
Proof.
  intros K D0 H. apply Rle_antisym; [|auto]. apply Rnot_lt_le. intro P.
  destruct (nfloor_ex (Rmax 0 M / (D * k))) as [n [_ Hn]].
  { apply Rmult_le_pos; [apply Rmax_l|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto. }
  specialize (H (Datatypes.S n)). assert (T := exp_tangent (k * INR (Datatypes.S n))).
  rewrite S_INR in *. assert (DK : 0 < D * k) by (apply Rmult_lt_0_compat; auto).
  assert (A : Rmax 0 M / (D * k) * (D * k) < (INR n + 1) * (D * k)) by
    (apply Rmult_lt_compat_r; auto).
  replace (Rmax 0 M / (D * k) * (D * k)) with (Rmax 0 M) in A by (field; lra).
  assert (Q := Rmax_r 0 M). assert (D * (1 + k * (INR n + 1)) <= D * exp (k * (INR n + 1))) by
    (apply Rmult_le_compat_l; auto). lra.
Qed.

Section Trapped.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (v : S)
  (A : R -> S -> Token -> R) (Y : R -> Token -> S) (low high Lam : R).
Hypothesis Uv : inner v v = 1.
Hypothesis UY : forall t j, inner (Y t j) (Y t j) = 1.
Hypothesis Low : 0 < low.
Hypothesis L0 : 0 <= Lam.
Hypothesis Pos : forall t x j, inner x x = 1 -> 0 <= A t x j.
Hypothesis Least : forall t x, inner x x = 1 -> low <= total tokens (A t x).
Hypothesis Most : forall t x, inner x x = 1 -> total tokens (A t x) <= high.
Hypothesis Lip : forall t x z j, inner x x = 1 -> inner z z = 1 ->
  Rabs (A t x j - A t z j) <= Lam * vnorm (vsub x z).
Hypothesis Gather : forall e, 0 < e -> exists T, 0 <= T /\ forall t, T <= t -> forall j,
  vnorm (vsub (Y t j) v) <= e.

Definition field t x := drawn tokens (A t x) (Y t) x.
Definition path a b (z : R -> S) := forall t, a <= t <= b ->
  inner (z t) (z t) = 1 /\ is_vderive z t (field t (z t)).
Definition follows (z : R -> S) := forall t, 0 <= t ->
  inner (z t) (z t) = 1 /\ is_vderive z t (field t (z t)).
Lemma follows_path z a b : follows z -> 0 <= a -> path a b z.
Proof. intros F Ha t Ht. apply F. lra. Qed.

(* ------------------------------------------------------------------ 1. the cosine with v *)

Let cosine (z : R -> S) t := inner v (z t).
Lemma cosine_moves z a b t : path a b z -> a <= t <= b ->
  is_derive (cosine z) t (inner v (field t (z t))).
Proof.
  intros P Ht. eapply derive_eq. apply (derive_inner (fun _ => v) z);
    [apply vderive_const | apply P; auto]. rewrite inner_zero_l. ring.
Qed.
Lemma cosine_rate z a b beta e t : path a b z -> a <= t <= b ->
  (forall j, vnorm (vsub (Y t j) v) <= e) -> 4 * (e * e) <= 1 - beta * beta ->
  - beta <= cosine z t <= beta ->
  low * ((1 - beta * beta) / 2) <= inner v (field t (z t)).
Proof.
  intros P Ht Near E B. destruct (P t Ht) as [U _].
  assert (Q : cosine z t * cosine z t <= beta * beta).
  { apply Rsqr_le_abs_1 with (x := cosine z t) (y := beta).
    rewrite (Rabs_right beta) by lra. apply Rabs_le. lra. }
  assert (0 <= 1 - beta * beta) by (assert (0 <= e * e) by apply Rle_0_sqr; lra).
  eapply Rle_trans; [|apply (cosine_grows tokens (A t (z t)) (Y t) v (z t) e); auto].
  - apply Rmult_le_compat; try lra; [apply Least; auto|]. unfold cosine in Q. lra.
  - unfold cosine in Q. lra.
Qed.
Lemma cap_back z a b beta e : a <= b -> path a b z -> 0 < beta ->
  (forall t, a <= t <= b -> forall j, vnorm (vsub (Y t j) v) <= e) ->
  4 * (e * e) <= 1 - beta * beta -> cosine z b <= - beta -> cosine z a <= - beta.
Proof.
  intros AB P B Near E Last.
  apply (keeps_back (cosine z) (fun t => inner v (field t (z t))) (- beta) (2 * beta) a b); try lra.
  - intros t Ht. apply (cosine_moves z a b); auto.
  - intros t Ht C. eapply Rle_trans; [|apply (cosine_rate z a b beta e t); auto; lra].
    apply Rmult_le_pos; [lra|]. assert (0 <= e * e) by apply Rle_0_sqr. lra.
Qed.
Lemma cap_left z a beta e : path a (a + 2 * beta / (low * ((1 - beta * beta) / 2))) z ->
  0 < beta < 1 -> (forall t, a <= t -> forall j, vnorm (vsub (Y t j) v) <= e) ->
  4 * (e * e) <= 1 - beta * beta -> - beta < cosine z a ->
  beta <= cosine z (a + 2 * beta / (low * ((1 - beta * beta) / 2))).
Proof.
  intros P B Near E Start. assert (beta * beta < 1 * 1) by (apply Rmult_le_0_lt_compat; lra).
  assert (C : 0 < low * ((1 - beta * beta) / 2)) by (apply Rmult_lt_0_compat; lra).
  eapply (rises_through (cosine z) (fun t => inner v (field t (z t))) beta _ a _); try exact C;
    try lra.
  - intros t Ht. eapply cosine_moves; eauto.
  - intros t Ht Q. eapply cosine_rate; eauto. apply Near. lra.
Qed.

(* ------------------------------------------------------------------ 2. two solutions *)

Let gap (z x : R -> S) t := inner (vsub (z t) (x t)) (vsub (z t) (x t)).
Let K := 2 * high + 2 * (size tokens * Lam).
Lemma gap_moves z x a b t : path a b z -> path a b x -> a <= t <= b -> is_derive (gap z x) t
  (2 * inner (vsub (z t) (x t)) (vsub (field t (z t)) (field t (x t)))).
Proof.
  intros Pz Px Ht. assert (D : is_vderive (fun t => vsub (z t) (x t)) t
    (vsub (field t (z t)) (field t (x t)))).
  { apply (vderive_add z (fun t => vscale (-1) (x t))); [apply Pz; auto|].
    eapply vderive_eq. apply (vderive_scale (fun _ => -1) x); [apply derive_const | apply Px; auto].
    apply inner_ext. intro q. inners. ring. }
  eapply derive_eq. apply (derive_inner (fun t => vsub (z t) (x t)) (fun t => vsub (z t) (x t)));
    exact D. rewrite (inner_sym _ (vsub (field t (z t)) _)). ring.
Qed.
Lemma gap_speed z x a b t : path a b z -> path a b x -> a <= t <= b ->
  Rabs (2 * inner (vsub (z t) (x t)) (vsub (field t (z t)) (field t (x t)))) <= K * gap z x t.
Proof.
  intros Pz Px Ht. destruct (Pz t Ht) as [Uz _]. destruct (Px t Ht) as [Ux _].
  apply (no_faster tokens (A t (z t)) (A t (x t)) (Y t) (z t) (x t) high Lam); auto.
Qed.
Lemma gap_later z x a b : a <= b -> path a b z -> path a b x ->
  gap z x b <= gap z x a * exp (K * (b - a)).
Proof.
  intros AB Pz Px. eapply (at_most_exponential (gap z x)); auto.
  - intros t Ht. apply (gap_moves z x a b); auto.
  - intros t Ht. assert (Q := gap_speed z x a b t Pz Px Ht). apply Rabs_le_between in Q. lra.
Qed.
Lemma gap_earlier z x a b : a <= b -> path a b z -> path a b x ->
  gap z x a * exp (- K * (b - a)) <= gap z x b.
Proof.
  intros AB Pz Px. eapply (at_least_exponential (gap z x)); auto.
  - intros t Ht. apply (gap_moves z x a b); auto.
  - intros t Ht. assert (Q := gap_speed z x a b t Pz Px Ht). apply Rabs_le_between in Q. lra.
Qed.
Lemma gap_zero z x t : gap z x t <= 0 -> z t = x t.
Proof.
  intros H. assert (N := inner_nonneg S (vsub (z t) (x t))). unfold gap in H.
  assert (Z : vsub (z t) (x t) = vzero) by (apply inner_definite; lra).
  apply inner_ext. intro q. assert (E : inner (vsub (z t) (x t)) q = 0) by
    (rewrite Z; apply inner_zero_l). revert E. inners. lra.
Qed.
Lemma same_later z x a b : a <= b -> path a b z -> path a b x -> z a = x a -> z b = x b.
Proof.
  intros AB Pz Px E. apply gap_zero. eapply Rle_trans; [apply (gap_later z x a b); auto|].
  unfold gap at 1. rewrite E. inners. right. ring.
Qed.
Lemma same_earlier z x a b : a <= b -> path a b z -> path a b x -> z b = x b -> z a = x a.
Proof.
  intros AB Pz Px E. apply gap_zero.
  assert (Q := gap_earlier z x a b AB Pz Px). unfold gap at 2 in Q. rewrite E in Q.
  replace (inner (vsub (x b) (x b)) (vsub (x b) (x b))) with 0 in Q by (inners; ring).
  assert (P := exp_pos (- K * (b - a))). apply Rnot_lt_le. intro L.
  assert (0 < gap z x a * exp (- K * (b - a))) by (apply Rmult_lt_0_compat; auto). lra.
Qed.

(* ------------------------------------------------------------------ 3. near -v *)

Let e0 := Rmin (1 / 2) (low / (4 * (size tokens * Lam) + 4)).
Let N0 : 0 <= size tokens * Lam.
Proof. apply Rmult_le_pos; [apply total_nonneg; intro; lra | auto]. Qed.
Lemma e0_bounds : 0 < e0 /\ e0 <= 1 / 2 /\ 2 * (size tokens * Lam) * e0 <= low / 2.
Proof.
  assert (Q : 0 < low / (4 * (size tokens * Lam) + 4)) by (apply Rdiv_lt_0_compat; lra).
  split; [apply Rmin_glb_lt; lra|]. split; [apply Rmin_l|].
  apply Rle_trans with (2 * (size tokens * Lam) * (low / (4 * (size tokens * Lam) + 4))).
  - apply Rmult_le_compat_l; [lra | apply Rmin_r].
  - apply Rle_trans with ((2 * (size tokens * Lam) + 2) * (low / (4 * (size tokens * Lam) + 4))).
    apply Rmult_le_compat_r; lra. right. field. lra.
Qed.
Let beta0 := 1 - e0 * e0 / 8.
Lemma beta0_bounds : 0 < beta0 < 1.
Proof.
  destruct e0_bounds as [P [H _]]. assert (0 < e0 * e0) by (apply Rmult_lt_0_compat; auto).
  assert (e0 * e0 <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra). unfold beta0. lra.
Qed.
Lemma good_time beta : 0 < beta < 1 -> exists T e, 0 <= T /\ 4 * (e * e) <= 1 - beta * beta /\
  e <= e0 / 2 /\ forall t, T <= t -> forall j, vnorm (vsub (Y t j) v) <= e.
Proof.
  intros B. destruct e0_bounds as [P _]. set (e := Rmin (e0 / 2) ((1 - beta) / 2)).
  assert (E : 0 < e) by (apply Rmin_glb_lt; lra). destruct (Gather e E) as [T [T0 HT]].
  exists T, e. assert (E1 := Rmin_l (e0 / 2) ((1 - beta) / 2)).
  assert (E2 := Rmin_r (e0 / 2) ((1 - beta) / 2)).
  fold e in E1, E2. repeat split; auto.
  assert (e * e <= (1 - beta) / 2 * ((1 - beta) / 2)) by (apply Rmult_le_compat; lra).
  assert (0 <= (1 - beta) * (2 * beta)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma near_opposite z t beta : inner (z t) (z t) = 1 -> beta0 <= beta -> cosine z t <= - beta ->
  vnorm (vadd v (z t)) <= e0 / 2.
Proof.
  intros U B C. destruct e0_bounds as [P _]. apply vnorm_le; [lra|]. inners.
  rewrite U, Uv, (inner_sym _ (z t) v). unfold cosine in C. unfold beta0 in B. lra.
Qed.
Lemma gap_grows z x a b e : a <= b -> path a b z -> path a b x -> e <= e0 / 2 ->
  (forall t, a <= t <= b -> forall j, vnorm (vsub (Y t j) v) <= e) ->
  (forall t, a <= t <= b -> cosine z t <= - beta0) ->
  (forall t, a <= t <= b -> cosine x t <= - beta0) ->
  gap z x a * exp (low * (b - a)) <= gap z x b.
Proof.
  intros AB Pz Px E Near Cz Cx. destruct e0_bounds as [P [H1 H2]].
  eapply (at_least_exponential (gap z x)); auto.
  - intros t Ht. apply (gap_moves z x a b); auto.
  - intros t Ht. destruct (Pz t Ht) as [Uz _]. destruct (Px t Ht) as [Ux _].
    assert (Op : forall u, inner (u t) (u t) = 1 -> cosine u t <= - beta0 ->
      forall j, vnorm (vadd (Y t j) (u t)) <= e0).
    { intros u U C j. replace (vadd (Y t j) (u t)) with (vadd (vsub (Y t j) v) (vadd v (u t)))
        by (apply inner_ext; intro; inners; ring).
      eapply Rle_trans; [apply vnorm_add|]. specialize (Near t Ht j).
      assert (Q := near_opposite u t beta0 U ltac:(lra) C). lra. }
    apply (faster tokens (A t (z t)) (A t (x t)) (Y t) (z t) (x t) low Lam) with (e := e0); auto; try lra.
    assert (e0 * e0 <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra). lra.
Qed.
Lemma gap_at_most z x t : inner (z t) (z t) = 1 -> inner (x t) (x t) = 1 -> gap z x t <= 4.
Proof.
  intros Uz Ux. assert (Q := inner_nonneg S (vadd (z t) (x t))). revert Q. unfold gap. inners.
  rewrite Uz, Ux, (inner_sym _ (x t) (z t)). lra.
Qed.
(* Two solutions that stay near -v begin at the same point. *)
Lemma same_start z x T e : follows z -> follows x -> 0 <= T -> e <= e0 / 2 ->
  4 * (e * e) <= 1 - beta0 * beta0 ->
  (forall t, T <= t -> forall j, vnorm (vsub (Y t j) v) <= e) ->
  (forall n : nat, cosine z (T + INR n) <= - beta0) ->
  (forall n : nat, cosine x (T + INR n) <= - beta0) -> z 0 = x 0.
Proof.
  intros Fz Fx T0 E1 E2 Near Cz Cx. destruct beta0_bounds as [B0 B1].
  apply (same_earlier z x 0 T); try apply follows_path; auto; try lra.
  assert (Back : forall u, follows u -> (forall n : nat, cosine u (T + INR n) <= - beta0) ->
    forall t n, T <= t <= T + INR n -> cosine u t <= - beta0).
  { intros u Fu C t n Ht. apply (cap_back u t (T + INR n) beta0 e); auto; try lra.
    apply follows_path; auto; lra. intros s Hs. apply Near. lra. }
  apply gap_zero. right. apply (no_growth_left _ low 4); [auto | apply inner_nonneg|].
  intro n. assert (P := pos_INR n). replace (INR n) with (T + INR n - T) by ring.
  eapply Rle_trans; [apply (gap_grows z x T (T + INR n) e); try lra; try apply follows_path; auto|].
  - intros t Ht. apply Near. lra.
  - intros t Ht. apply (Back z Fz Cz t n Ht).
  - intros t Ht. apply (Back x Fx Cx t n Ht).
  - apply gap_at_most; [apply Fz | apply Fx]; lra.
Qed.

(* ------------------------------------------------------------------ 4. where solutions tend *)

Lemma beta_for eps : 0 < eps -> exists beta, 0 < beta < 1 /\ beta0 <= beta /\ 2 - 2 * beta <= eps * eps / 4.
Proof.
  intros E. destruct e0_bounds as [P [H1 _]]. assert (PP : 0 < e0 * e0) by (apply Rmult_lt_0_compat; auto).
  assert (EE : 0 < eps * eps) by (apply Rmult_lt_0_compat; auto).
  destruct beta0_bounds as [B0 B1]. unfold beta0 in *.
  exists (1 - Rmin (e0 * e0 / 8) (eps * eps / 8)).
  assert (Q1 := Rmin_l (e0 * e0 / 8) (eps * eps / 8)). assert (Q2 := Rmin_r (e0 * e0 / 8) (eps * eps / 8)).
  assert (0 < Rmin (e0 * e0 / 8) (eps * eps / 8)) by (apply Rmin_glb_lt; lra).
  repeat split; lra.
Qed.
Lemma close_to (z : R -> S) (p : S) t eps beta : 0 < eps -> inner (z t) (z t) = 1 -> inner p p = 1 ->
  2 - 2 * beta <= eps * eps / 4 -> beta <= inner p (z t) -> Rabs (vnorm (vsub (z t) p) - 0) < eps.
Proof.
  intros E U Up B C. rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  apply Rle_lt_trans with (eps / 2); [|lra]. apply vnorm_le; [lra|]. inners.
  rewrite U, Up, (inner_sym _ (z t) p). lra.
Qed.
Lemma opposite_unit : inner (vscale (-1) v) (vscale (-1) v) = 1.
Proof. inners. rewrite Uv. ring. Qed.
(* Once out of the cap around -v, a solution is soon in the cap around v, and stays. *)
Lemma leaves z T e beta a : follows z -> 0 < beta < 1 -> 0 <= T -> 4 * (e * e) <= 1 - beta * beta ->
  (forall t, T <= t -> forall j, vnorm (vsub (Y t j) v) <= e) -> T <= a -> - beta < cosine z a ->
  exists b, a <= b /\ forall t, b <= t -> beta <= cosine z t.
Proof.
  intros F B T0 E Near Ha C. set (w := 2 * beta / (low * ((1 - beta * beta) / 2))).
  assert (beta * beta < 1 * 1) by (apply Rmult_le_0_lt_compat; lra).
  assert (W : 0 < w) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  exists (a + w). split; [lra|]. intros t Ht.
  apply Rnot_lt_le. intro N.
  assert (Top : beta <= cosine z (a + w)).
  { apply (cap_left z a beta e); auto. apply follows_path; auto; lra.
    intros s Hs. apply Near. lra. }
  apply (Rlt_not_le _ _ N).
  apply (keeps (cosine z) (fun t => inner v (field t (z t))) beta beta (a + w) t); try lra.
  - intros s Hs. apply (cosine_moves z 0 s); [apply follows_path; auto; lra | lra].
  - intros s Hs Q. eapply Rle_trans; [|apply (cosine_rate z 0 s beta e s);
      [apply follows_path; auto; lra | lra | apply Near; lra | auto | lra]].
    apply Rmult_le_pos; lra.
Qed.
Lemma trapped_cap x : follows x -> vtends x (vscale (-1) v) -> forall beta, beta < 1 ->
  exists T, 0 <= T /\ forall t, T <= t -> cosine x t <= - beta.
Proof.
  intros F Tx beta B. destruct (Tx (Rmin 1 (1 - beta))) as [T [T0 HT]]; [apply Rmin_glb_lt; lra|].
  exists T. split; [auto|]. intros t Ht. specialize (HT t Ht).
  rewrite Rminus_0_r, Rabs_right in HT by (apply Rle_ge, vnorm_nonneg).
  assert (Q := Rmin_l 1 (1 - beta)). assert (Q2 := Rmin_r 1 (1 - beta)).
  set (d := vsub (x t) (vscale (-1) v)) in *. assert (N := vnorm_nonneg d).
  assert (M : vnorm d * vnorm d <= 1 * (1 - beta)) by (apply Rmult_le_compat; lra).
  rewrite vnorm_square in M. revert M. unfold d. inners. destruct (F t ltac:(lra)) as [U _].
  rewrite U, Uv, (inner_sym _ (x t) v). unfold cosine. lra.
Qed.
(* All starts but that of a trapped solution lead to v. *)
Theorem others_gather x z : follows x -> vtends x (vscale (-1) v) -> follows z -> z 0 <> x 0 ->
  vtends z v.
Proof.
  intros Fx Tx Fz Other eps E. destruct (beta_for eps E) as [beta [B [Bb Be]]].
  destruct (good_time beta B) as [T1 [e [T10 [E1 [E2 Near]]]]].
  destruct beta0_bounds as [B0 B1].
  destruct (trapped_cap x Fx Tx beta0 ltac:(lra)) as [T2 [T20 Cx]].
  set (T := Rmax T1 T2). assert (M1 := Rmax_l T1 T2). assert (M2 := Rmax_r T1 T2). fold T in M1, M2.
  destruct (ClassicalDedekindReals.sig_forall_dec (fun n => cosine z (T + INR n) <= - beta)) as [[n Hn]|All].
  { intro n. destruct (Rle_lt_dec (cosine z (T + INR n)) (- beta)); [left; auto | right; lra]. }
  - assert (P := pos_INR n).
    destruct (leaves z T1 e beta (T + INR n)) as [b [Hb Top]]; auto; try lra.
    exists b. split; [lra|]. intros t Ht. apply (close_to z v t eps beta); auto.
    apply Fz; lra. apply Top; auto.
  - destruct Other. assert (beta0 * beta0 <= beta * beta) by (apply Rmult_le_compat; lra).
    apply (same_start z x T e); auto; try lra.
    + intros t Ht. apply Near. lra.
    + intro n. specialize (All n). lra.
    + intro n. apply Cx. assert (P := pos_INR n). lra.
Qed.

(* ------------------------------------------------------------------ 5. a start that leads to -v *)

Section Start.
Hypothesis Comp : complete S.
Variable Phi : R -> S -> R -> S.
Hypothesis Begins : forall t0 x0, Phi t0 x0 t0 = x0.
Hypothesis Goes : forall t0 x0, inner x0 x0 = 1 -> forall t,
  inner (Phi t0 x0 t) (Phi t0 x0 t) = 1 /\ is_vderive (Phi t0 x0) t (field t (Phi t0 x0 t)).
Lemma phi_path t0 x0 a b : inner x0 x0 = 1 -> path a b (Phi t0 x0).
Proof. intros U t Ht. apply Goes. exact U. Qed.
Theorem some_trapped : exists x, follows x /\ vtends x (vscale (-1) v).
Proof.
  assert (Uo := opposite_unit). destruct beta0_bounds as [B0 B1]. set (o := vscale (-1) v) in *.
  destruct (good_time beta0 ltac:(lra)) as [T [e [T0 [E1 [E2 Near]]]]].
  set (z := fun N : nat => Phi (T + INR N) o).
  assert (Cap : forall N t, T <= t <= T + INR N -> cosine (z N) t <= - beta0).
  { intros N t Ht. apply (cap_back (z N) t (T + INR N) beta0 e); auto; try lra.
    - apply phi_path; auto.
    - intros s Hs. apply Near. lra.
    - unfold cosine, z. rewrite Begins. unfold o. inners. rewrite Uv. lra. }
  assert (Close : forall N M, (N <= M)%nat ->
    gap (z M) (z N) T <= 4 * exp (- low * INR N)).
  { intros N M H. assert (P := pos_INR N). assert (H' := le_INR _ _ H).
    assert (G : gap (z M) (z N) T * exp (low * (T + INR N - T)) <= gap (z M) (z N) (T + INR N)).
    { apply (gap_grows (z M) (z N) T (T + INR N) e); auto; try lra; try (apply phi_path; auto).
      - intros t Ht. apply Near. lra.
      - intros t Ht. apply Cap. lra. }
    assert (G4 : gap (z M) (z N) (T + INR N) <= 4) by (apply gap_at_most; apply Goes; auto).
    replace (T + INR N - T) with (INR N) in G by ring.
    apply Rmult_le_reg_r with (exp (low * INR N)); [apply exp_pos|].
    rewrite Rmult_assoc, <- exp_plus. replace (- low * INR N + low * INR N) with 0 by ring.
    rewrite exp_0. lra. }
  destruct (Comp (fun N => z N T)) as [a La].
  { intros eps E. destruct (exp_small 4 low (eps * eps) ltac:(lra) Low) as [N HN].
    apply Rmult_lt_0_compat; auto. exists N. intros n k H. apply vnorm_le; [lra|].
    eapply Rle_trans; [apply (Close n k); lia | apply HN; lia]. }
  assert (Ua : inner a a = 1).
  { assert (One : forall n, vnorm (z n T) = 1).
    { intro n. unfold vnorm, z. rewrite (proj1 (Goes _ _ Uo T)). apply sqrt_1. }
    assert (Q : vnorm a = 1).
    { apply Rle_antisym; apply le_epsilon; intros eps E; destruct (La eps E) as [n Hn];
        specialize (Hn n (le_n n)); specialize (One n).
      - assert (V := vnorm_add (z n T) (vscale (-1) (vsub (z n T) a))).
        rewrite vnorm_scale, (Rabs_left (-1)) in V by lra.
        replace (vadd (z n T) (vscale (-1) (vsub (z n T) a))) with a in V by
          (apply inner_ext; intro; inners; ring). lra.
      - assert (V := vnorm_add a (vsub (z n T) a)).
        replace (vadd a (vsub (z n T) a)) with (z n T) in V by
          (apply inner_ext; intro; inners; ring). lra. }
    rewrite <- vnorm_square, Q. ring. }
  set (x := Phi T a). assert (Fx : follows x) by (intros t _; apply Goes; auto).
  assert (Stays : forall t, T <= t -> cosine x t <= - beta0).
  { intros t Ht. apply le_epsilon. intros eps E.
    set (k := exp (- (K * (t - T)) / 2)). assert (Kp : 0 < k) by apply exp_pos.
    destruct (La (eps * k)) as [n Hn]; [apply Rmult_lt_0_compat; auto|].
    destruct (nfloor_ex (t - T)) as [m [_ Hm]]; [lra|].
    set (N := Nat.max n (Datatypes.S m)). assert (P : t <= T + INR N).
    { assert (INR (Datatypes.S m) <= INR N) by (apply le_INR; unfold N; lia).
      rewrite S_INR in *. lra. }
    specialize (Hn N ltac:(unfold N; lia)).
    assert (G : gap x (z N) t <= eps * eps).
    { eapply Rle_trans; [apply (gap_later x (z N) T t); try lra; apply phi_path; auto|].
      assert (G0 : gap x (z N) T <= eps * k * (eps * k)).
      { unfold gap, x. rewrite Begins.
        replace (inner (vsub a (z N T)) (vsub a (z N T))) with
          (inner (vsub (z N T) a) (vsub (z N T) a)) by (inners; ring).
        rewrite <- vnorm_square. apply Rmult_le_compat; try apply vnorm_nonneg; auto. }
      apply Rle_trans with (eps * k * (eps * k) * exp (K * (t - T))).
      apply Rmult_le_compat_r; [left; apply exp_pos | auto].
      replace (eps * k * (eps * k) * exp (K * (t - T))) with (eps * eps * (k * k * exp (K * (t - T))))
        by ring.
      unfold k. rewrite <- !exp_plus.
      replace (- (K * (t - T)) / 2 + - (K * (t - T)) / 2 + K * (t - T)) with 0 by field.
      rewrite exp_0. lra. }
    assert (V : vnorm (vsub (x t) (z N t)) <= eps) by (apply vnorm_le; [lra | exact G]).
    assert (I := inner_le_vnorm v (vsub (x t) (z N t))). unfold vnorm at 1 in I.
    rewrite Uv, sqrt_1 in I. apply Rabs_le_between in I. specialize (Cap N t ltac:(lra)).
    assert (D : inner v (vsub (x t) (z N t)) = cosine x t - cosine (z N) t) by
      (unfold cosine; inners; ring). lra. }
  exists x. split; [auto|]. intros eps E. destruct (beta_for eps E) as [beta [B [Bb Be]]].
  destruct (good_time beta B) as [T1 [e1 [T10 [E11 [E12 Near1]]]]].
  exists (Rmax T T1). assert (M1 := Rmax_l T T1). assert (M2 := Rmax_r T T1). split; [lra|].
  intros t Ht. apply (close_to x o t eps beta); auto; [apply Fx; lra|].
  apply Rnot_lt_le. intro N. destruct (leaves x T1 e1 beta t) as [b [Hb Top]]; auto; try lra.
  { revert N. unfold cosine, o. rewrite inner_scale_l. lra. }
  specialize (Top b ltac:(lra)). specialize (Stays b ltac:(lra)). lra.
Qed.
(* Exactly one start leads to -v, all others lead to v. *)
Theorem exactly_one_trapped : exists a, inner a a = 1 /\
  (exists x, x 0 = a /\ follows x) /\
  forall z, follows z -> (z 0 = a -> vtends z (vscale (-1) v)) /\ (z 0 <> a -> vtends z v).
Proof.
  destruct some_trapped as [x [Fx Tx]]. exists (x 0). split; [apply Fx; lra|].
  split; [exists x; auto|]. intros z Fz. split; [|apply (others_gather x z); auto].
  intros E eps Ep. destruct (Tx eps Ep) as [T [T0 HT]]. exists T. split; [auto|]. intros t Ht.
  rewrite (same_later z x 0 t) by (try apply follows_path; auto; lra). apply HT. exact Ht.
Qed.
End Start.
End Trapped.
