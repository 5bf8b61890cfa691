(* The eigenvalues of F + c u w^T: how they move, and which are large. An eigenvalue rho + i omega of a
   real operator has an eigenvector p + i q. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Hemisphere Resting Fixed.
Open Scope R_scope.

(* Proves an equation of two combinations of vectors, and of scalars if it is their inner products. *)
Ltac combine := apply inner_ext; intro; inners; try ring.
Lemma linear_norm {S : inner_product_space} (F : S -> S) : bounded_operator F ->
  exists f, 0 <= f /\ forall y, vnorm (F y) <= f * vnorm y.
Proof. intros [f H]. exists f. exact H. Qed.

Section Changed.
Context {S : inner_product_space} (F F_T : S -> S) (u w : S) (f : R).
Hypothesis Adj : adjoint F F_T.
Hypothesis Unit : inner u u = 1.
Hypothesis F0 : 0 <= f.
Hypothesis Norm : forall y, vnorm (F y) <= f * vnorm y.
Definition changed (c : R) (y : S) := vadd (F y) (vscale (c * inner w y) u).
Lemma changed_scale c t y : changed c (vscale t y) = vscale t (changed c y).
Proof. unfold changed. rewrite (adjoint_scale _ _ Adj). combine. Qed.
Let h := vnorm w.
Let h0 : 0 <= h. Proof. apply vnorm_nonneg. Qed.

Lemma unit_length : vnorm u = 1.
Proof. unfold vnorm. rewrite Unit. apply sqrt_1. Qed.
Lemma functional_bound y : Rabs (inner w (F y)) <= h * f * vnorm y.
Proof.
  eapply Rle_trans; [apply inner_le_vnorm|]. fold h. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [exact h0 | apply Norm].
Qed.

(* What F does beside the direction x, along the complement of w. *)
Definition beside (x y : S) := vsub (F y) (vscale (inner w (F y)) x).
Lemma beside_bound x y : vnorm (beside x y) <= f * (1 + h * vnorm x) * vnorm y.
Proof.
  unfold beside, vsub. eapply Rle_trans; [apply vnorm_add|].
  rewrite vnorm_scale, (Rabs_left (-1)), vnorm_scale by lra.
  assert (A := functional_bound y). assert (B := Norm y). assert (X := vnorm_nonneg x).
  assert (Rabs (inner w (F y)) * vnorm x <= h * f * vnorm y * vnorm x) by
    (apply Rmult_le_compat_r; auto).
  replace (f * (1 + h * vnorm x) * vnorm y) with (f * vnorm y + h * f * vnorm y * vnorm x) by ring. lra.
Qed.

Let off (x y : S) := vsub y (vscale (inner w y) x).
Hypotheses
  (Part : forall c x y, inner w x = 1 ->
    beside x (off x y) = vsub (off x (changed c y)) (vscale (inner w y) (off x (changed c x))))
  (Modulus : forall rho (p : S) omega q, inner (vsub (vscale rho p) (vscale omega q)) (vsub (vscale rho p) (vscale omega q)) +
    inner (vadd (vscale omega p) (vscale rho q)) (vadd (vscale omega p) (vscale rho q)) = (rho ^ 2 + omega ^ 2) * (inner p p + inner q q)).
(* Beside an eigenvector x with w^T x = 1 there are no eigenvalues beyond |F| (1 + |w| |x|). *)
Lemma only_multiples c x z p q rho omega d e : inner w x = 1 -> changed c x = vscale z x ->
  changed c p = vadd (vsub (vscale rho p) (vscale omega q)) (vscale d x) ->
  changed c q = vadd (vadd (vscale omega p) (vscale rho q)) (vscale e x) ->
  (f * (1 + h * vnorm x)) ^ 2 < rho ^ 2 + omega ^ 2 ->
  p = vscale (inner w p) x /\ q = vscale (inner w q) x.
Proof.
  intros One X P Q Far. set (B := f * (1 + h * vnorm x)) in *.
  set (a := off x p). set (b := off x q).
  assert (Ea : beside x a = vsub (vscale rho a) (vscale omega b)) by (unfold a at 1; rewrite (Part c x p One), P, X; unfold a, b, off; combine; rewrite One; ring).
  assert (Eb : beside x b = vadd (vscale omega a) (vscale rho b)) by (unfold b at 1; rewrite (Part c x q One), Q, X; unfold a, b, off; combine; rewrite One; ring).
  assert (Sq : forall y, inner (beside x y) (beside x y) <= B ^ 2 * inner y y).
  { intro y. rewrite <- !vnorm_square. assert (H := beside_bound x y). fold B in H.
    replace (B ^ 2 * (vnorm y * vnorm y)) with (B * vnorm y * (B * vnorm y)) by ring.
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  assert (Sa := Sq a). assert (Sb := Sq b). rewrite Ea in Sa. rewrite Eb in Sb. assert (M := Modulus rho a omega b).
  assert (Pa := inner_nonneg S a). assert (Pb := inner_nonneg S b).
  assert (Sum : (rho ^ 2 + omega ^ 2 - B ^ 2) * (inner a a + inner b b) <= 0) by lra.
  assert (inner a a + inner b b = 0).
  { apply Rle_antisym; [|lra]. apply Rnot_lt_le. intro L.
    assert (0 < (rho ^ 2 + omega ^ 2 - B ^ 2) * (inner a a + inner b b))
      by (apply Rmult_lt_0_compat; lra). lra. }
  split; apply vsub_zero; apply inner_definite; [change (inner a a = 0) | change (inner b b = 0)]; lra.
Qed.
Lemma nonzero_multiple (x : S) t : inner w x = 1 -> vscale t x = vzero -> t = 0.
Proof.
  intros One H. assert (A := f_equal (inner w) H). rewrite inner_scale_r, One, inner_zero_r in A. lra.
Qed.
Lemma simple_eigenvalue c x z y a : inner w x = 1 -> changed c x = vscale z x ->
  f * (1 + h * vnorm x) < z -> changed c y = vadd (vscale z y) (vscale a x) ->
  a = 0 /\ y = vscale (inner w y) x.
Proof.
  intros One X Far Y.
  assert (B0 : 0 <= f * (1 + h * vnorm x)).
  { apply Rmult_le_pos; auto. assert (0 <= h * vnorm x) by (apply Rmult_le_pos; auto using vnorm_nonneg). lra. }
  destruct (only_multiples c x z y vzero z 0 a 0) as [E _]; auto.
  - rewrite Y. combine.
  - unfold changed. rewrite (adjoint_zero _ _ Adj), inner_zero_r. combine. rewrite inner_zero_l. ring.
  - assert (f * (1 + h * vnorm x) * (f * (1 + h * vnorm x)) < z * z) by
      (apply Rmult_le_0_lt_compat; auto). lra.
  - split; [|exact E]. apply (nonzero_multiple x); auto.
    assert (Z : changed c y = vscale z y).
    { rewrite E. rewrite changed_scale, X. combine. }
    rewrite Z in Y. apply inner_ext. intro v. assert (A := f_equal (fun t => inner t v) Y).
    cbv beta in A. revert A. inners. rewrite inner_zero_l. lra.
Qed.
Lemma no_other_eigenvalue c x z p q rho omega : inner w x = 1 -> changed c x = vscale z x ->
  changed c p = vsub (vscale rho p) (vscale omega q) -> changed c q = vadd (vscale omega p) (vscale rho q) ->
  0 < inner p p + inner q q -> (f * (1 + h * vnorm x)) ^ 2 < rho ^ 2 + omega ^ 2 -> rho = z /\ omega = 0.
Proof.
  intros One X P Q Some Far.
  destruct (only_multiples c x z p q rho omega 0 0) as [Ep Eq]; auto.
  { rewrite P. combine. } { rewrite Q. combine. }
  set (a := inner w p) in *. set (b := inner w q) in *.
  assert (Mult : forall y, y = vscale (inner w y) x -> changed c y = vscale (inner w y * z) x).
  { intros y E. rewrite E at 1. rewrite changed_scale, X. combine. }
  assert (A1 := f_equal (inner w) (eq_trans (eq_sym (Mult p Ep)) P)).
  assert (A2 := f_equal (inner w) (eq_trans (eq_sym (Mult q Eq)) Q)).
  revert A1 A2. inners. fold a b. rewrite One. intros A1 A2.
  assert (E : ((rho - z) ^ 2 + omega ^ 2) * (a ^ 2 + b ^ 2) = 0).
  { replace (((rho - z) ^ 2 + omega ^ 2) * (a ^ 2 + b ^ 2)) with
      (((rho - z) * a - omega * b) ^ 2 + ((rho - z) * b + omega * a) ^ 2) by ring.
    replace ((rho - z) * a - omega * b) with 0 by lra. replace ((rho - z) * b + omega * a) with 0 by lra. ring. }
  assert (0 <= a ^ 2) by apply pow2_ge_0. assert (0 <= b ^ 2) by apply pow2_ge_0.
  assert (0 <= (rho - z) ^ 2) by apply pow2_ge_0. assert (0 <= omega ^ 2) by apply pow2_ge_0.
  destruct (Rmult_integral _ _ E) as [E1|E1].
  - assert (R1 : (rho - z) * (rho - z) = 0) by lra. assert (R2 : omega * omega = 0) by lra.
    split; [destruct (Rmult_integral _ _ R1); lra | destruct (Rmult_integral _ _ R2); lra].
  - exfalso. assert (R1 : a * a = 0) by lra. assert (R2 : b * b = 0) by lra.
    assert (a = 0) by (destruct (Rmult_integral _ _ R1); auto).
    assert (b = 0) by (destruct (Rmult_integral _ _ R2); auto).
    rewrite Ep, Eq in Some. revert Some. inners. rewrite H3, H4. lra.
Qed.

Let divisor c y := c + inner w (F (vadd u y)).
Hypotheses
  (Eigenvector : forall y c, inner w y = 0 ->
    vsub (changed c (vadd u y)) (vscale (divisor c y) (vadd u y)) = vsub (beside u (vadd u y)) (vscale (divisor c y) y))
  (Contraction : forall c y g m p, vsub (vscale (divisor c y) (vsub g m)) (vsub (beside u (vsub y p)) (vscale (inner w (F (vsub y p))) m)) =
    vsub (vsub (vscale (divisor c y) g) (beside u (vadd u y))) (vsub (vscale (divisor c p) m) (beside u (vadd u p)))).
(* For w^T u = 1 and large c there is an eigenvector u + b, with b in the complement of w. *)
Lemma large_eigenvector c (m := f * (1 + h)) : complete S -> inner w u = 1 -> 6 * m + 1 <= c ->
  exists b, inner w b = 0 /\ c * vnorm b <= 4 * m /\ vnorm b <= 1 /\
    changed c (vadd u b) = vscale (c + inner w (F (vadd u b))) (vadd u b).
Proof.
  intros Comp One Large. assert (M : 0 <= m) by (apply Rmult_le_pos; lra).
  assert (FM : h * f <= m) by (unfold m; lra).
  set (D := divisor c). set (T := fun b => vscale (/ D b) (beside u (vadd u b))).
  assert (Sum : forall b, vnorm b <= 1 -> vnorm (vadd u b) <= 2).
  { intros b B. eapply Rle_trans; [apply vnorm_add|]. rewrite unit_length. lra. }
  assert (DB : forall b, vnorm b <= 1 -> c - 2 * m <= D b).
  { intros b B. unfold D, divisor. assert (A := functional_bound (vadd u b)). specialize (Sum b B).
    apply Rabs_le_between in A. assert (h * f * vnorm (vadd u b) <= m * 2).
    { apply Rmult_le_compat; auto using vnorm_nonneg. apply Rmult_le_pos; auto. } lra. }
  assert (TB : forall b, vnorm b <= 1 -> vscale (D b) (T b) = beside u (vadd u b)).
  { intros b B. unfold T. specialize (DB b B). apply inner_ext. intro v. rewrite !inner_scale_l. field. lra. }
  assert (Be : forall y, vnorm (beside u y) <= m * vnorm y).
  { intro y. assert (A := beside_bound u y). rewrite unit_length in A. unfold m.
    replace (1 + h) with (1 + h * 1) by ring. exact A. }
  assert (TN : forall b, vnorm b <= 1 -> (c - 2 * m) * vnorm (T b) <= 2 * m).
  { intros b B. assert (A := f_equal vnorm (TB b B)). specialize (DB b B). rewrite vnorm_scale, Rabs_right in A by lra.
    assert (A2 := Be (vadd u b)). rewrite <- A in A2. specialize (Sum b B).
    assert ((c - 2 * m) * vnorm (T b) <= D b * vnorm (T b)) by (apply Rmult_le_compat_r; auto using vnorm_nonneg).
    assert (m * vnorm (vadd u b) <= m * 2) by (apply Rmult_le_compat_l; auto). lra. }
  assert (TI : forall b, vnorm b <= 1 -> vnorm (T b) <= 1).
  { intros b B. specialize (TN b B). apply Rmult_le_reg_l with (c - 2 * m); lra. }
  destruct (fixed_point T 1) as [b [B Fix]]; auto; [lra| |].
  { intros a b A B. set (e := vsub (T a) (T b)).
    assert (E : vscale (D a) e = vsub (beside u (vsub a b)) (vscale (inner w (F (vsub a b))) (T b)))
      by (apply vsub_zero; unfold e, D; rewrite (Contraction c a _ _ b); fold D; rewrite (TB a A), (TB b B); combine; rewrite inner_zero_l; ring).
    assert (N := f_equal vnorm E). specialize (DB a A). rewrite vnorm_scale, Rabs_right in N by lra.
    assert (G : vnorm (vsub (beside u (vsub a b)) (vscale (inner w (F (vsub a b))) (T b))) <= 2 * (m * vnorm (vsub a b))).
    { unfold vsub at 1. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)), vnorm_scale by lra.
      assert (X := Be (vsub a b)). assert (Y := functional_bound (vsub a b)). specialize (TI b B).
      assert (P := vnorm_nonneg (vsub a b)).
      assert (h * f * vnorm (vsub a b) <= m * vnorm (vsub a b)) by (apply Rmult_le_compat_r; auto).
      assert (Rabs (inner w (F (vsub a b))) * vnorm (T b) <= m * vnorm (vsub a b) * 1).
      { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg. lra. } lra. }
    rewrite <- N in G. assert (P := vnorm_nonneg (vsub a b)). assert (Q := vnorm_nonneg e).
    assert ((4 * m + 1) * vnorm e <= D a * vnorm e) by (apply Rmult_le_compat_r; lra).
    apply Rmult_le_reg_l with (4 * m + 1); lra. }
  assert (E := TB b B). rewrite Fix in E. assert (W : inner w b = 0).
  { assert (A := f_equal (inner w) E). unfold beside in A. revert A. inners. rewrite One. intro A.
    assert (Z : D b * inner w b = 0) by lra. specialize (DB b B).
    destruct (Rmult_integral _ _ Z); [lra | auto]. }
  exists b. repeat split; auto.
  - assert (A := TN b B). rewrite Fix in A. assert (X := vnorm_nonneg b).
    assert (m * vnorm b <= m * 1) by (apply Rmult_le_compat_l; auto). lra.
  - apply vsub_zero. fold (divisor c b). rewrite (Eigenvector b c W). fold D. rewrite <- E. apply vadd_opposite.
Qed.

Hypotheses
  (Root : forall s y c z, s <> 0 -> vsub (changed c (vadd u (vscale (/ s) y))) (vscale z (vadd u (vscale (/ s) y))) =
    vadd (vsub (F (vadd u (vscale (/ s) y))) (vscale (z / s) y)) (vscale (c * inner w y / s - z) u))
  (Expansion : forall z c x, (z ^ 2 - c * inner w (F u)) * inner w x - inner w (F (F x)) =
    z * inner w (vsub (vscale z x) (changed c x)) + inner w (F (vsub (vscale z x) (changed c x)))).
(* For w^T u = 0 and k = w^T F u, with c k = s^2 large, there are eigenvectors u + y/s, one for each root. *)
Lemma root_eigenvector c k s sign (P := 4 * h * f ^ 2 / Rabs k) : complete S -> inner w u = 0 ->
  inner w (F u) = k -> k <> 0 -> c * k = s ^ 2 -> sign = 1 \/ sign = -1 -> 4 * (f + P) + 1 <= s ->
  exists x z, 0 < inner x x /\ changed c x = vscale z x /\ Rabs (z - sign * s) <= P.
Proof.
  intros Comp Zero Kappa K C Sign Large. assert (AK : 0 < Rabs k) by (apply Rabs_pos_lt; auto).
  assert (P0 : 0 <= P).
  { unfold P. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; auto].
    apply Rmult_le_pos; [lra|]. apply pow_le. auto. }
  assert (Hs : 0 < s) by lra. assert (SS : sign * sign = 1) by (destruct Sign; subst; lra).
  assert (SA : Rabs sign = 1).
  { destruct Sign; subst; [apply Rabs_right; lra | rewrite Rabs_left; lra]. }
  assert (Is : 0 < / s) by (apply Rinv_0_lt_compat; auto).
  set (psi := fun y => inner w (F y) / (k * s)). set (g := fun y => sqrt (1 + psi y)).
  set (at_ := fun y => vadd u (vscale (/ s) y)).
  set (T := fun y => vscale (sign / g y) (F (at_ y))).
  assert (Psi : forall y, s * Rabs (psi y) <= h * f / Rabs k * vnorm y).
  { intro y. unfold psi, Rdiv. rewrite Rabs_mult, Rabs_inv, Rabs_mult, (Rabs_right s) by lra.
    assert (A := functional_bound y).
    replace (s * (Rabs (inner w (F y)) * / (Rabs k * s))) with (/ Rabs k * Rabs (inner w (F y))) by (field; lra).
    replace (h * f * / Rabs k * vnorm y) with (/ Rabs k * (h * f * vnorm y)) by ring.
    apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; auto | exact A]. }
  assert (HF : 0 <= h * f / Rabs k).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; auto]. apply Rmult_le_pos; auto. }
  assert (PB : forall y, vnorm y <= 4 * f -> s * Rabs (psi y) <= P).
  { intros y Y. eapply Rle_trans; [apply Psi|]. replace P with (h * f / Rabs k * (4 * f)) by (unfold P; field; lra).
    apply Rmult_le_compat_l; auto. }
  assert (PS : forall y, vnorm y <= 4 * f -> Rabs (psi y) <= / 4).
  { intros y Y. specialize (PB y Y). apply Rmult_le_reg_l with s; lra. }
  assert (GS : forall y, vnorm y <= 4 * f -> g y * g y = 1 + psi y).
  { intros y Y. specialize (PS y Y). apply Rabs_le_between in PS. apply sqrt_sqrt. lra. }
  assert (GB : forall y, vnorm y <= 4 * f -> / 2 <= g y).
  { intros y Y. specialize (PS y Y). apply Rabs_le_between in PS. unfold g.
    replace (/ 2) with (sqrt (/ 2 * / 2)) by (apply sqrt_square; lra). apply sqrt_le_1_alt. lra. }
  assert (AN : forall y, vnorm y <= 4 * f -> vnorm (at_ y) <= 2).
  { intros y Y. unfold at_. eapply Rle_trans; [apply vnorm_add|].
    rewrite unit_length, vnorm_scale, Rabs_right by lra.
    assert (/ s * vnorm y <= / s * s) by (apply Rmult_le_compat_l; lra). rewrite Rinv_l in H by lra. lra. }
  assert (TE : forall y, vnorm y <= 4 * f -> vscale (sign * g y) (T y) = F (at_ y)).
  { intros y Y. specialize (GB y Y). unfold T. apply inner_ext. intro v. rewrite !inner_scale_l.
    replace (sign * g y * (sign / g y * inner (F (at_ y)) v)) with
      (sign * sign * inner (F (at_ y)) v) by (field; lra). rewrite SS. ring. }
  assert (TN : forall y, vnorm y <= 4 * f -> g y * vnorm (T y) <= 2 * f).
  { intros y Y. assert (A := f_equal vnorm (TE y Y)). specialize (GB y Y).
    rewrite vnorm_scale, Rabs_mult, SA, Rmult_1_l, Rabs_right in A by lra. rewrite A.
    eapply Rle_trans; [apply Norm|]. specialize (AN y Y).
    assert (f * vnorm (at_ y) <= f * 2) by (apply Rmult_le_compat_l; auto). lra. }
  assert (TI : forall y, vnorm y <= 4 * f -> vnorm (T y) <= 4 * f).
  { intros y Y. specialize (TN y Y). specialize (GB y Y).
    assert (/ 2 * vnorm (T y) <= g y * vnorm (T y)) by (apply Rmult_le_compat_r; auto using vnorm_nonneg). lra. }
  destruct (fixed_point T (4 * f)) as [y [Y Fix]]; auto; [lra| |].
  { intros a b A B. set (e := vsub (T a) (T b)). set (d := vnorm (vsub a b)).
    assert (d0 : 0 <= d) by apply vnorm_nonneg.
    assert (E : vscale (sign * g a) e = vsub (vscale (/ s) (F (vsub a b))) (vscale (sign * (g a - g b)) (T b))).
    { unfold e. replace (vscale (sign * g a) (vsub (T a) (T b))) with (vsub (vscale (sign * g a) (T a))
        (vadd (vscale (sign * g b) (T b)) (vscale (sign * (g a - g b)) (T b)))) by combine.
      rewrite (TE a A), (TE b B). unfold at_.
      rewrite !(adjoint_add _ _ Adj), !(adjoint_scale _ _ Adj), (operator_sub _ _ Adj). combine. }
    assert (N := f_equal vnorm E). assert (Ga := GB a A). assert (Gb := GB b B).
    rewrite vnorm_scale, Rabs_mult, SA, Rmult_1_l, Rabs_right in N by lra.
    assert (Gap : s * Rabs (g a - g b) <= h * f / Rabs k * d).
    { assert (Q : (g a - g b) * (g a + g b) = psi (vsub a b)).
      { replace ((g a - g b) * (g a + g b)) with (g a * g a - g b * g b) by ring.
        rewrite (GS a A), (GS b B). unfold psi. rewrite (operator_sub _ _ Adj).
        inners. field. split; lra. }
      eapply Rle_trans; [|apply Psi]. apply Rmult_le_compat_l; [lra|]. rewrite <- Q, Rabs_mult.
      rewrite (Rabs_right (g a + g b)) by lra. rewrite <- (Rmult_1_r (Rabs (g a - g b))) at 1.
      apply Rmult_le_compat_l; [apply Rabs_pos | lra]. }
    assert (Up : s * vnorm (vsub (vscale (/ s) (F (vsub a b))) (vscale (sign * (g a - g b)) (T b)))
      <= f * d + P * d).
    { unfold vsub at 1. eapply Rle_trans; [apply Rmult_le_compat_l; [lra | apply vnorm_add]|].
      rewrite Rmult_plus_distr_l. rewrite vnorm_scale, (Rabs_right (/ s)) by lra.
      rewrite vnorm_scale, (Rabs_left (-1)), vnorm_scale, Rabs_mult, SA, Rmult_1_l by lra.
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. assert (X := Norm (vsub a b)). fold d in X.
      assert (s * Rabs (g a - g b) * vnorm (T b) <= h * f / Rabs k * d * (4 * f)).
      { apply Rmult_le_compat; auto using vnorm_nonneg. apply Rmult_le_pos; [lra | apply Rabs_pos]. }
      replace (h * f / Rabs k * d * (4 * f)) with (P * d) in H by (unfold P; field; lra). lra. }
    rewrite <- N in Up. assert (V := vnorm_nonneg e).
    assert (s * (/ 2 * vnorm e) <= s * (g a * vnorm e)).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; auto. }
    apply Rmult_le_reg_l with (s * / 2); [lra|].
    assert ((4 * (f + P) + 1) * d <= s * d) by (apply Rmult_le_compat_r; auto). lra. }
  assert (E := TE y Y). rewrite Fix in E. assert (G := GB y Y).
  assert (Wy : inner w y = k * (sign * g y)).
  { assert (A := f_equal (inner w) E). unfold at_ in A.
    rewrite (adjoint_add _ _ Adj), (adjoint_scale _ _ Adj) in A. revert A. inners. rewrite Kappa. intro A.
    apply Rmult_eq_reg_l with (sign * g y); [|apply Rmult_integral_contrapositive; split; destruct Sign; lra].
    rewrite A. replace (sign * g y * (k * (sign * g y))) with (k * (sign * sign) * (g y * g y)) by ring.
    rewrite SS, (GS y Y). unfold psi. field. split; lra. }
  assert (Wx : inner w (at_ y) = k * (sign * g y) / s).
  { unfold at_. inners. rewrite Zero, Wy. field. lra. }
  exists (at_ y), (sign * g y * s). split; [|split].
  - destruct (Rle_lt_dec (inner (at_ y) (at_ y)) 0) as [L|L]; [exfalso|exact L].
    assert (Q := inner_nonneg S (at_ y)). rewrite (inner_definite S (at_ y)), inner_zero_r in Wx by lra.
    assert (Z : k * (sign * g y) = 0).
    { apply Rmult_eq_reg_r with (/ s); [|lra]. rewrite Rmult_0_l. symmetry. exact Wx. }
    destruct (Rmult_integral _ _ Z) as [Z1|Z1]; [auto|]. destruct (Rmult_integral _ _ Z1); destruct Sign; lra.
  - apply vsub_zero. unfold at_. rewrite (Root s y c _) by lra. fold (at_ y). rewrite <- E, Wy.
    replace (c * (k * (sign * g y)) / s) with (c * k * (sign * g y) / s) by (field; lra). rewrite C.
    replace (sign * g y * s / s) with (sign * g y) by (field; lra).
    replace (s ^ 2 * (sign * g y) / s) with (sign * g y * s) by (field; lra). combine. rewrite inner_zero_l. ring.
  - replace (sign * g y * s - sign * s) with (sign * (s * (g y - 1))) by ring.
    rewrite Rabs_mult, SA, Rmult_1_l, Rabs_mult, (Rabs_right s) by lra.
    eapply Rle_trans; [|apply (PB y Y)]. apply Rmult_le_compat_l; [lra|].
    replace (psi y) with ((g y - 1) * (g y + 1)) by (assert (A := GS y Y); lra).
    rewrite Rabs_mult, (Rabs_right (g y + 1)) by lra. rewrite <- (Rmult_1_r (Rabs (g y - 1))) at 1.
    apply Rmult_le_compat_l; [apply Rabs_pos | lra].
Qed.
(* Where c k is negative no real eigenvalue is beyond |F| + |w| |F|^2 / |k|. *)
Lemma no_real_root c k z x : inner w u = 0 -> inner w (F u) = k -> c * k < 0 -> 0 < inner x x ->
  changed c x = vscale z x -> Rabs z <= f + h * f ^ 2 / Rabs k.
Proof.
  intros Zero Kappa Neg Some X. assert (AK : 0 < Rabs k) by (apply Rabs_pos_lt; intros ->; lra).
  assert (Px : 0 < vnorm x) by (apply sqrt_lt_R0; exact Some).
  set (a := inner w x). assert (Wx : z * a = inner w (F x)).
  { assert (A := f_equal (inner w) X). unfold changed in A. revert A. inners. rewrite Zero. fold a. lra. }
  assert (WFx : (z ^ 2 - c * k) * a = inner w (F (F x))).
  { assert (A := Expansion z c x). rewrite X in A. replace (vsub (vscale z x) (vscale z x)) with (@vzero S) in A by
      (symmetry; apply vadd_opposite). rewrite (adjoint_zero _ _ Adj), !inner_zero_r, Kappa in A. fold a in A. lra. }
  assert (Top : Rabs (c * k) * Rabs a <= h * f ^ 2 * vnorm x).
  { apply Rle_trans with (Rabs (inner w (F (F x)))).
    - rewrite <- WFx, (Rabs_mult (z ^ 2 - c * k)). apply Rmult_le_compat_r; [apply Rabs_pos|].
      rewrite (Rabs_left (c * k)) by lra. assert (Q := pow2_ge_0 z). rewrite Rabs_right; lra.
    - eapply Rle_trans; [apply functional_bound|]. replace (h * f ^ 2 * vnorm x) with (h * f * (f * vnorm x)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | apply Norm]. }
  assert (Long : Rabs z * vnorm x <= f * vnorm x + Rabs c * Rabs a).
  { rewrite <- vnorm_scale, <- X. unfold changed. eapply Rle_trans; [apply vnorm_add|].
    rewrite vnorm_scale, unit_length, Rabs_mult. fold a. specialize (Norm x). lra. }
  assert (Rabs c * Rabs a <= h * f ^ 2 / Rabs k * vnorm x).
  { apply Rmult_le_reg_l with (Rabs k); auto. rewrite Rabs_mult in Top.
    replace (Rabs k * (h * f ^ 2 / Rabs k * vnorm x)) with (h * f ^ 2 * vnorm x) by (field; lra). lra. }
  apply Rmult_le_reg_r with (vnorm x); auto. lra.
Qed.
End Changed.

(* Eigenvalues other than that of u go with F + c u w^T, whose eigenvectors differ by multiples of u. *)
Lemma eigenvalues_stay {S : inner_product_space} (F : S -> S) (u w : S) lam c shift rho omega p q :
  (forall y t, F (vadd y (vscale t u)) = vadd (F y) (vscale (t * lam) u)) -> shift = c * inner w u ->
  u <> vzero -> 0 < inner p p + inner q q -> rho <> lam + shift \/ omega <> 0 ->
  rho <> lam \/ omega <> 0 ->
  changed F u w c p = vsub (vscale rho p) (vscale omega q) ->
  changed F u w c q = vadd (vscale omega p) (vscale rho q) ->
  exists p' q', 0 < inner p' p' + inner q' q' /\
    F p' = vsub (vscale rho p') (vscale omega q') /\ F q' = vadd (vscale omega p') (vscale rho q').
Proof.
  intros Lin Shift Nz Some Other' Other P Q. set (a := inner w p). set (b := inner w q).
  set (n := (lam - rho) ^ 2 + omega ^ 2). assert (N : n <> 0).
  { unfold n. intro Z. assert (A := pow2_ge_0 (lam - rho)). assert (B := pow2_ge_0 omega).
    assert (A0 : (lam - rho) * (lam - rho) = 0) by lra. assert (B0 : omega * omega = 0) by lra.
    destruct Other as [O|O]; [destruct (Rmult_integral _ _ A0); apply O; lra | destruct (Rmult_integral _ _ B0); auto]. }
  set (t := c * (a * (lam - rho) - b * omega) / n). set (r := c * (b * (lam - rho) + a * omega) / n).
  assert (Et : t * (lam - rho) + r * omega = c * a) by (unfold t, r; unfold n in *; field; exact N).
  assert (Er : r * (lam - rho) - t * omega = c * b) by (unfold t, r; unfold n in *; field; exact N).
  exists (vadd p (vscale t u)), (vadd q (vscale r u)). split; [|split].
  - destruct (Rle_lt_dec (inner (vadd p (vscale t u)) (vadd p (vscale t u)) +
      inner (vadd q (vscale r u)) (vadd q (vscale r u))) 0) as [L|L]; [exfalso|exact L].
    assert (A := inner_nonneg S (vadd p (vscale t u))). assert (B := inner_nonneg S (vadd q (vscale r u))).
    assert (Zp : vadd p (vscale t u) = vzero) by (apply inner_definite; lra).
    assert (Zq : vadd q (vscale r u) = vzero) by (apply inner_definite; lra).
    assert (Wp := f_equal (inner w) Zp). assert (Wq := f_equal (inner w) Zq). revert Wp Wq. inners.
    rewrite inner_zero_r. fold a b. intros Wp Wq.
    set (alpha := inner w u) in *.
    assert (E1 : t * (lam + shift - rho) + r * omega = 0).
    { rewrite Shift. replace a with (- (t * alpha)) in Et by lra. lra. }
    assert (E2 : r * (lam + shift - rho) - t * omega = 0).
    { rewrite Shift. replace b with (- (r * alpha)) in Er by lra. lra. }
    assert (M : ((lam + shift - rho) ^ 2 + omega ^ 2) * (t ^ 2 + r ^ 2) = 0).
    { replace (((lam + shift - rho) ^ 2 + omega ^ 2) * (t ^ 2 + r ^ 2)) with
        ((t * (lam + shift - rho) + r * omega) ^ 2 + (r * (lam + shift - rho) - t * omega) ^ 2) by ring.
      rewrite E1, E2. ring. }
    assert (Q1 := pow2_ge_0 (lam + shift - rho)). assert (Q2 := pow2_ge_0 omega).
    assert (Q3 := pow2_ge_0 t). assert (Q4 := pow2_ge_0 r). destruct (Rmult_integral _ _ M) as [Z|Z].
    + assert (A0 : (lam + shift - rho) * (lam + shift - rho) = 0) by lra. assert (B0 : omega * omega = 0) by lra.
      destruct Other' as [O|O]; [destruct (Rmult_integral _ _ A0); apply O; lra | destruct (Rmult_integral _ _ B0); auto].
    + assert (A0 : t * t = 0) by lra. assert (B0 : r * r = 0) by lra.
      assert (T0 : t = 0) by (destruct (Rmult_integral _ _ A0); auto).
      assert (R0 : r = 0) by (destruct (Rmult_integral _ _ B0); auto).
      rewrite T0, vscale_zero, vadd_zero in Zp. rewrite R0, vscale_zero, vadd_zero in Zq.
      rewrite Zp, Zq, inner_zero_r in Some. lra.
  - rewrite Lin. assert (E : F p = vsub (vsub (vscale rho p) (vscale omega q)) (vscale (c * a) u)).
    { rewrite <- P. unfold changed. fold a. combine. }
    rewrite E. apply inner_ext. intro v. inners. rewrite <- Et. ring.
  - rewrite Lin. assert (E : F q = vsub (vadd (vscale omega p) (vscale rho q)) (vscale (c * b) u)).
    { rewrite <- Q. unfold changed. fold b. combine. }
    rewrite E. apply inner_ext. intro v. inners. rewrite <- Er. ring.
Qed.
