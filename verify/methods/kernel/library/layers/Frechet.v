(* The derivative of a map at a point, as far as points of a set are concerned: one rule for every
   construction that a layer is made of. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn.
Open Scope R_scope.

Definition linear {S U : inner_product_space} (J : S -> U) :=
  (forall x y, J (vadd x y) = vadd (J x) (J y)) /\ forall c x, J (vscale c x) = vscale c (J x).
Definition bounded {S U : inner_product_space} (J : S -> U) :=
  exists C, 0 <= C /\ forall x, vnorm (J x) <= C * vnorm x.
(* J is the derivative at p of f, as far as points of M are concerned. *)
Definition is_fderive_on {S U : inner_product_space} (M : S -> Prop) (f : S -> U) (p : S)
  (J : S -> U) := linear J /\ bounded J /\ forall eps, 0 < eps -> exists delta, 0 < delta /\
    forall x, M x -> vnorm (vsub x p) < delta ->
      vnorm (vsub (f x) (vadd (f p) (J (vsub x p)))) <= eps * vnorm (vsub x p).
Definition everywhere {S : inner_product_space} (x : S) := True.

(* ------------------------------------------------------------------ 1. sums of vectors *)

Ltac vector_sums := apply inner_ext; let q := fresh "q" in intro q; unfold vsub;
  repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_zero_l); try ring; try lra.
Section Vectors.
Context {S : inner_product_space}.
Implicit Types x y z : S.
Lemma vsub_self x : vsub x x = vzero. Proof. vector_sums. Qed.
Lemma vnorm_zero : vnorm (@vzero S) = 0.
Proof. unfold vnorm. rewrite inner_zero_l. apply sqrt_0. Qed.
Lemma vnorm_opposite x y : vnorm (vsub x y) = vnorm (vsub y x).
Proof.
  replace (vsub x y) with (vscale (-1) (vsub y x)) by vector_sums.
  rewrite vnorm_scale, Rabs_left by lra. ring.
Qed.
Lemma vnorm_sub x y : vnorm (vsub x y) <= vnorm x + vnorm y.
Proof.
  unfold vsub. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_left by lra. lra.
Qed.
Lemma vnorm_gap x y : vnorm x <= vnorm y + vnorm (vsub x y).
Proof. rewrite (remainder S x y) at 1. apply vnorm_add. Qed.
Lemma vnorm_definite x : vnorm x = 0 -> x = vzero.
Proof. intro H. apply inner_definite. rewrite <- vnorm_square, H. ring. Qed.
End Vectors.
Section Linear.
Context {S U : inner_product_space} (J : S -> U) (L : linear J).
Lemma linear_sub x y : J (vsub x y) = vsub (J x) (J y).
Proof. unfold vsub. rewrite (proj1 L), (proj2 L). reflexivity. Qed.
Lemma linear_zero : J vzero = vzero.
Proof. rewrite <- (vscale_zero (@vzero S)), (proj2 L). apply vscale_zero. Qed.
End Linear.
Lemma adjoint_linear {S : inner_product_space} (A B : S -> S) : adjoint A B -> linear A.
Proof. intro H. split; [apply (adjoint_add A B H) | apply (adjoint_scale A B H)]. Qed.

Section Family.
Context {I : Type} {T : list I} {L : lists T} {S : inner_product_space}.
Implicit Types x y z : states S T L.
Lemma vnorm_family z : vnorm z <= total T (fun i => vnorm (z i)).
Proof.
  apply vnorm_le; [apply total_nonneg; intro; apply vnorm_nonneg | apply squares_total].
Qed.
End Family.

(* ------------------------------------------------------------------ 2. rules *)

Section Rules.
Context {S : inner_product_space} (M : S -> Prop).
Lemma fderive_eq {U : inner_product_space} (f : S -> U) p J K : is_fderive_on M f p J -> (forall z, J z = K
  z) ->
  is_fderive_on M f p K.
Proof. intros H E. apply functional_extensionality in E. subst. exact H. Qed.
Lemma fderive_ext {U : inner_product_space} (f g : S -> U) p J : is_fderive_on M f p J -> (forall x, f x =
  g x) ->
  is_fderive_on M g p J.
Proof. intros H E. apply functional_extensionality in E. subst. exact H. Qed.
Lemma fderive_linear {U : inner_product_space} (A : S -> U) p : linear A -> bounded A -> is_fderive_on M A
  p A.
Proof.
  intros L B. split; [auto|]. split; [auto|]. intros eps E. exists 1. split; [lra|].
  intros x _ _. rewrite (linear_sub A L), <- remainder, vsub_self, vnorm_zero.
  apply Rmult_le_pos; [lra | apply vnorm_nonneg].
Qed.
Lemma fderive_const {U : inner_product_space} (c : U) p : is_fderive_on M (fun _ => c) p (fun _ => vzero).
Proof.
  split; [|split].
  - split; intros; vector_sums.
  - exists 0. split; [lra|]. intro x. rewrite vnorm_zero. lra.
  - intros eps E. exists 1. split; [lra|]. intros x _ _.
    replace (vsub c (vadd c vzero)) with (@vzero U) by vector_sums.
    rewrite vnorm_zero. apply Rmult_le_pos; [lra | apply vnorm_nonneg].
Qed.
Lemma fderive_apply {U X : inner_product_space} (A : U -> X) (f : S -> U) p J :
  linear A -> bounded A -> is_fderive_on M f p J ->
  is_fderive_on M (fun x => A (f x)) p (fun z => A (J z)).
Proof.
  intros LA [C [C0 BA]] [LJ [[D [D0 BJ]] H]]. split; [|split].
  - split; intros; rewrite ?(proj1 LJ), ?(proj2 LJ); apply LA.
  - exists (C * D). split; [apply Rmult_le_pos; auto|]. intro x.
    eapply Rle_trans; [apply BA|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; auto.
  - intros eps E. destruct (H (eps / (C + 1))) as [d [Dp Hd]]; [apply Rdiv_lt_0_compat; lra|].
    exists d. split; [auto|]. intros x Mx Hx. specialize (Hd x Mx Hx).
    rewrite <- (proj1 LA), <- (linear_sub A LA). eapply Rle_trans; [apply BA|].
    set (N := vnorm (vsub (f x) _)) in *. assert (0 <= N) by apply vnorm_nonneg.
    apply Rle_trans with ((C + 1) * N); [lra|].
    apply Rle_trans with ((C + 1) * (eps / (C + 1) * vnorm (vsub x p))).
    apply Rmult_le_compat_l; lra. right. field. lra.
Qed.
Lemma fderive_add {U : inner_product_space} (f g : S -> U) p J K :
  is_fderive_on M f p J -> is_fderive_on M g p K ->
  is_fderive_on M (fun x => vadd (f x) (g x)) p (fun z => vadd (J z) (K z)).
Proof.
  intros [LJ [[C [C0 BJ]] H]] [LK [[D [D0 BK]] G]]. split; [|split].
  - split; intros; rewrite ?(proj1 LJ), ?(proj1 LK), ?(proj2 LJ), ?(proj2 LK); vector_sums.
  - exists (C + D). split; [lra|]. intro x. eapply Rle_trans; [apply vnorm_add|].
    specialize (BJ x). specialize (BK x). lra.
  - intros eps E. destruct (H (eps / 2)) as [d1 [P1 H1]]; [lra|].
    destruct (G (eps / 2)) as [d2 [P2 H2]]; [lra|].
    exists (Rmin d1 d2). split; [apply Rmin_glb_lt; auto|]. intros x Mx Hx.
    specialize (H1 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
    specialize (H2 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))).
    match goal with |- vnorm ?e <= _ => replace e with
      (vadd (vsub (f x) (vadd (f p) (J (vsub x p)))) (vsub (g x) (vadd (g p) (K (vsub x p))))) by
        vector_sums end.
    eapply Rle_trans; [apply vnorm_add|]. lra.
Qed.
Lemma fderive_scale {U : inner_product_space} c (f : S -> U) p J : is_fderive_on M f p J ->
  is_fderive_on M (fun x => vscale c (f x)) p (fun z => vscale c (J z)).
Proof.
  apply (fderive_apply (fun u => vscale c u)).
  - split; intros; vector_sums.
  - exists (Rabs c). split; [apply Rabs_pos|]. intro x. rewrite vnorm_scale. lra.
Qed.
Lemma fderive_vtotal {U : inner_product_space} {A} (V : list A) (f : A -> S -> U) p (J : A -> S -> U) :
  (forall a, is_fderive_on M (f a) p (J a)) ->
  is_fderive_on M (fun x => vtotal V (fun a => f a x)) p (fun z => vtotal V (fun a => J a z)).
Proof.
  intros H. induction V; simpl; [apply fderive_const|].
  apply (fderive_add (f a) (fun x => vtotal V (fun a => f a x)) p (J a)); auto.
Qed.
Lemma fderive_product {S1 S2 S3 : inner_product_space} (B : S1 -> S2 -> S3) :
  (forall x y z, B (vadd x y) z = vadd (B x z) (B y z)) ->
  (forall c x z, B (vscale c x) z = vscale c (B x z)) ->
  (forall x y z, B z (vadd x y) = vadd (B z x) (B z y)) ->
  (forall c x z, B z (vscale c x) = vscale c (B z x)) ->
  (forall x y, vnorm (B x y) <= vnorm x * vnorm y) ->
  forall f g p J K, is_fderive_on M f p J -> is_fderive_on M g p K ->
  is_fderive_on M (fun x => B (f x) (g x)) p (fun z => vadd (B (J z) (g p)) (B (f p) (K z))).
Proof.
  intros Bal Bsl Bar Bsr Bn f g p J K [LJ [[C [C0 BJ]] H]] [LK [[D [D0 BK]] G]].
  set (X := vnorm (f p)). set (Y := vnorm (g p)).
  assert (X0 : 0 <= X) by apply vnorm_nonneg. assert (Y0 : 0 <= Y) by apply vnorm_nonneg.
  split; [|split].
  - split; intros; rewrite ?(proj1 LJ), ?(proj1 LK), ?(proj2 LJ), ?(proj2 LK), ?Bal, ?Bar, ?Bsl, ?Bsr;
      vector_sums.
  - exists (C * Y + X * D). split.
    { apply Rplus_le_le_0_compat; apply Rmult_le_pos; auto. }
    intro x. eapply Rle_trans; [apply vnorm_add|].
    assert (vnorm (B (J x) (g p)) <= C * vnorm x * Y).
    { eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat_r; [auto | apply BJ]. }
    assert (vnorm (B (f p) (K x)) <= X * (D * vnorm x)).
    { eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat_l; [auto | apply BK]. }
    lra.
  - intros eps E. set (k := X + C + Y + D + 1). assert (Hk : 0 < k) by (unfold k; lra).
    set (e := Rmin 1 (eps / (2 * k))).
    assert (Q : 0 < eps / (2 * k)) by (apply Rdiv_lt_0_compat; lra).
    assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
    assert (ek : e * k <= eps / 2).
    { apply Rle_trans with (eps / (2 * k) * k).
      apply Rmult_le_compat_r; [lra | apply Rmin_r]. right. field. lra. }
    assert (CD : 0 <= C * D) by (apply Rmult_le_pos; auto).
    set (m := eps / (2 * (C * D + 1))). assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; lra).
    assert (mC : m * (C * D) <= eps / 2).
    { apply Rle_trans with (m * (C * D + 1)); [apply Rmult_le_compat_l; lra|].
      right. unfold m. field. lra. }
    destruct (H e e0) as [d1 [P1 H1]]. destruct (G e e0) as [d2 [P2 H2]].
    exists (Rmin (Rmin d1 d2) (Rmin 1 m)). split; [repeat apply Rmin_glb_lt; lra|].
    intros x Mx Hx. set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg.
    assert (h1 : N < d1) by
      (eapply Rlt_le_trans; [exact Hx|]; eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
    assert (h2 : N < d2) by
      (eapply Rlt_le_trans; [exact Hx|]; eapply Rle_trans; [apply Rmin_l | apply Rmin_r]).
    assert (h3 : N < 1) by
      (eapply Rlt_le_trans; [exact Hx|]; eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
    assert (h4 : N < m) by
      (eapply Rlt_le_trans; [exact Hx|]; eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
    specialize (H1 x Mx h1). specialize (H2 x Mx h2).
    set (u := J (vsub x p)) in *. set (v := K (vsub x p)) in *.
    set (r := vsub (f x) (vadd (f p) u)) in *. set (s := vsub (g x) (vadd (g p) v)) in *.
    assert (Bu : vnorm u <= C * N) by apply BJ. assert (Bv : vnorm v <= D * N) by apply BK.
    fold N in H1. fold N in H2.
    assert (R := product_remainder B Bal Bsl Bar Bsr (f p) u r (g p) v s 1).
    replace (vadd (vadd (f p) (vscale 1 u)) r) with (f x) in R by (unfold r; vector_sums).
    replace (vadd (vadd (g p) (vscale 1 v)) s) with (g x) in R by (unfold s; vector_sums).
    replace (vscale 1 (vadd (B u (g p)) (B (f p) v))) with (vadd (B u (g p)) (B (f p) v)) in R by vector_sums.
    rewrite R. clear R.
    replace (vscale (1 * 1) (B u v)) with (B u v) by vector_sums.
    replace (vadd (f p) (vscale 1 u)) with (vadd (f p) u) by vector_sums.
    eapply Rle_trans; [apply vnorm_add|].
    assert (U1 := vnorm_nonneg u). assert (V1 := vnorm_nonneg v). assert (R1 := vnorm_nonneg r).
    assert (S1' := vnorm_nonneg s).
    assert (T1 : vnorm (B u v) <= (C * D) * (N * N)).
    { eapply Rle_trans; [apply Bn|]. apply Rle_trans with ((C * N) * (D * N)); [|right; ring].
      apply Rmult_le_compat; auto. }
    assert (T2 : vnorm (B (vadd (f p) u) s) <= (X + C) * (e * N)).
    { eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat; auto; try apply vnorm_nonneg.
      eapply Rle_trans; [apply vnorm_add|]. fold X. assert (C * N <= C * 1) by
        (apply Rmult_le_compat_l; lra). lra. }
    assert (T3 : vnorm (B r (g x)) <= (e * N) * (Y + D + 1)).
    { eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat; auto; try apply vnorm_nonneg.
      replace (g x) with (vadd (vadd (g p) v) s) by (unfold s; vector_sums).
      eapply Rle_trans; [apply vnorm_add|]. assert (A := vnorm_add (g p) v). fold Y in A.
      assert (D * N <= D * 1) by (apply Rmult_le_compat_l; lra).
      assert (e * N <= 1 * 1) by (apply Rmult_le_compat; lra). lra. }
    assert (T4 : (C * D) * (N * N) <= eps / 2 * N).
    { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [auto|].
      apply Rle_trans with (C * D * m); [apply Rmult_le_compat_l; lra | lra]. }
    assert (T5 : e * N * k <= eps / 2 * N).
    { replace (e * N * k) with (e * k * N) by ring. apply Rmult_le_compat_r; auto. }
    assert (A := vnorm_add (B (vadd (f p) u) s) (B r (g x))). unfold k in T5. lra.
Qed.
Lemma fderive_times {U : inner_product_space} (a : S -> real_line) (f : S -> U) p J K :
  is_fderive_on M a p J -> is_fderive_on M f p K ->
  is_fderive_on M (fun x => vscale (a x) (f x)) p (fun z => vadd (vscale (J z) (f p)) (vscale (a p) (K z))).
Proof.
  apply (fderive_product (S1 := real_line) (fun (c : real_line) (x : U) => vscale c x)); intros; try
    vector_sums.
  - simpl. ring.
  - simpl. ring.
  - rewrite vnorm_scale, vnorm_real. lra.
Qed.
Lemma fderive_inner {U : inner_product_space} (f g : S -> U) p J K :
  is_fderive_on M f p J -> is_fderive_on M g p K ->
  is_fderive_on (U := real_line) M (fun x => inner (f x) (g x)) p
    (fun z => inner (J z) (g p) + inner (f p) (K z)).
Proof.
  apply (fderive_product (S3 := real_line) (fun x y : U => inner x y)); intros; simpl;
  rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r; auto.
  rewrite vnorm_real. apply inner_le_vnorm.
Qed.
(* A function of one number. *)
Lemma fderive_chain (h : R -> R) (a : S -> real_line) p J l :
  is_derive h (a p) l -> is_fderive_on M a p J ->
  is_fderive_on (U := real_line) M (fun x => h (a x)) p (fun z => l * J z).
Proof.
  intros Dh [LJ [[C [C0 BJ]] H]]. apply vderive_real in Dh. split; [|split].
  - split; intros; rewrite ?(proj1 LJ), ?(proj2 LJ); simpl; ring.
  - exists (Rabs l * C). split; [apply Rmult_le_pos; auto; apply Rabs_pos|]. intro x.
    specialize (BJ x). rewrite vnorm_real in *. rewrite Rabs_mult, Rmult_assoc.
    apply Rmult_le_compat_l; [apply Rabs_pos | auto].
  - intros eps E. destruct (Dh (eps / (2 * (C + 1)))) as [d1 H1]; [apply Rdiv_lt_0_compat; lra|].
    set (e := Rmin 1 (eps / (2 * (Rabs l + 1)))). assert (Al := Rabs_pos l).
    assert (e0 : 0 < e) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
    assert (e1 : e <= 1) by apply Rmin_l.
    assert (el : Rabs l * e <= eps / 2).
    { apply Rle_trans with ((Rabs l + 1) * (eps / (2 * (Rabs l + 1)))); [|right; field; lra].
      apply Rmult_le_compat; try lra. apply Rmin_r. }
    destruct (H e e0) as [d2 [P2 H2]]. assert (P1 := cond_pos d1).
    exists (Rmin d2 (d1 / (C + 1))). split; [apply Rmin_glb_lt; [auto | apply Rdiv_lt_0_compat; lra]|].
    intros x Mx Hx. set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg.
    specialize (H2 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
    assert (Hx2 := Rlt_le_trans _ _ _ Hx (Rmin_r _ _)). fold N in H2.
    specialize (BJ (vsub x p)). fold N in BJ. set (j := J (vsub x p)) in *.
    rewrite vnorm_real in H2. rewrite vnorm_real in BJ. rewrite vnorm_real.
    set (k := a x - a p).
    assert (Ex : @vsub real_line (a x) (vadd (a p) j) = k - j) by (unfold vsub, k; simpl; ring).
    rewrite Ex in H2.
    assert (Kb : Rabs k <= (C + 1) * N).
    { replace k with (j + (k - j)) by ring. eapply Rle_trans; [apply Rabs_triang|].
      assert (e * N <= 1 * N) by (apply Rmult_le_compat_r; auto). lra. }
    assert (Kd : Rabs k < d1).
    { eapply Rle_lt_trans; [exact Kb|]. apply Rlt_le_trans with ((C + 1) * (d1 / (C + 1))).
      apply Rmult_lt_compat_l; lra. right. field. lra. }
    specialize (H1 k Kd). rewrite real_gap in H1.
    assert (Ea : @eq R (a p + k) (a x)) by (unfold k; ring). rewrite Ea in H1.
    match goal with |- Rabs ?q <= _ => assert (Eq : @eq R q
      ((h (a x) - (h (a p) + k * l)) + l * (k - j))) by (unfold vsub; simpl; ring) end.
    rewrite Eq. clear Eq.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_mult l).
    assert (A1 : eps / (2 * (C + 1)) * Rabs k <= eps / 2 * N).
    { apply Rle_trans with (eps / (2 * (C + 1)) * ((C + 1) * N)); [|right; field; lra].
      apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | auto]. }
    assert (A2 : Rabs l * Rabs (k - j) <= eps / 2 * N).
    { apply Rle_trans with (Rabs l * (e * N)); [apply Rmult_le_compat_l; auto|].
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto. }
    lra.
Qed.
End Rules.
(* To and from the places of tokens. *)
Lemma fderive_component {I} (T : list I) (L : lists T) (S : inner_product_space) M i p :
  is_fderive_on (S := states S T L) M (fun x => x i) p (fun z => z i).
Proof.
  apply (fderive_linear (S := states S T L) M (fun x : states S T L => x i)).
  - split; reflexivity.
  - exists 1. split; [lra|]. intro x. rewrite Rmult_1_l. apply vnorm_token.
Qed.
Lemma fderive_family {I} (T : list I) (L : lists T) (S U : inner_product_space) M
  (f : S -> states U T L) p J :
  (forall i, is_fderive_on M (fun x => f x i) p (fun z => J z i)) -> is_fderive_on M f p J.
Proof.
  intros H. split; [|split].
  - split; intros; apply functional_extensionality; intro i; destruct (H i) as [[A B] _]; simpl; auto.
  - assert (Q : forall W, exists C, 0 <= C /\ forall x, total W (fun i => vnorm (J x i)) <= C * vnorm x).
    { induction W as [|i W [C [C0 IH]]]; simpl.
      - exists 0. split; [lra|]. intro x. lra.
      - destruct (H i) as [_ [[D [D0 B]] _]]. exists (D + C). split; [lra|]. intro x.
        specialize (B x). specialize (IH x). lra. }
    destruct (Q T) as [C [C0 Q']]. exists C. split; [auto|]. intro x.
    eapply Rle_trans; [apply vnorm_family | apply Q'].
  - intros eps E.
    assert (S0 : 0 <= size T) by (apply total_nonneg; intro; lra).
    assert (P : 0 < eps / (size T + 1)) by (apply Rdiv_lt_0_compat; lra).
    assert (Q : forall W, exists d, 0 < d /\ forall x, M x -> vnorm (vsub x p) < d ->
      total W (fun i => vnorm (vsub (f x i) (vadd (f p i) (J (vsub x p) i)))) <=
      size W * (eps / (size T + 1)) * vnorm (vsub x p)).
    { induction W as [|i W [d [Dp IH]]]; unfold size; simpl.
      - exists 1. split; [lra|]. intros x _ _. lra.
      - destruct (H i) as [_ [_ A]]. destruct (A _ P) as [d2 [P2 B]].
        exists (Rmin d d2). split; [apply Rmin_glb_lt; auto|]. intros x Mx Hx.
        specialize (IH x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
        specialize (B x Mx (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))). cbv beta in B.
        unfold size in IH, B. lra. }
    destruct (Q T) as [d [Dp Q']]. exists d. split; [auto|]. intros x Mx Hx.
    eapply Rle_trans; [apply vnorm_family|]. eapply Rle_trans; [apply (Q' x Mx Hx)|].
    apply Rmult_le_compat_r; [apply vnorm_nonneg|].
    apply Rmult_le_reg_r with (size T + 1); [lra|].
    replace (size T * (eps / (size T + 1)) * (size T + 1)) with (size T * eps) by (field; lra). lra.
Qed.
