(* The rules of the calculus for curves of vectors: one product rule for every bilinear map, and
   the chain rule for the functions that exported goals contain. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. products *)

Lemma vnorm_real (x : real_line) : vnorm x = Rabs x. Proof. apply sqrt_Rsqr_abs. Qed.

Section Product.
Context {S1 S2 S3 : inner_product_space} (B : S1 -> S2 -> S3).
Hypothesis Bal : forall x y z, B (vadd x y) z = vadd (B x z) (B y z).
Hypothesis Bsl : forall c x z, B (vscale c x) z = vscale c (B x z).
Hypothesis Bar : forall x y z, B z (vadd x y) = vadd (B z x) (B z y).
Hypothesis Bsr : forall c x z, B z (vscale c x) = vscale c (B z x).
Hypothesis Bn : forall x y, vnorm (B x y) <= vnorm x * vnorm y.
Lemma remainder (S : inner_product_space) (a b : S) : a = vadd b (vsub a b).
Proof. apply inner_ext; intro z. unfold vsub. rewrite !inner_add_l, inner_scale_l. ring. Qed.
Lemma product_remainder x u r y v s h :
  vsub (B (vadd (vadd x (vscale h u)) r) (vadd (vadd y (vscale h v)) s))
       (vadd (B x y) (vscale h (vadd (B u y) (B x v))))
  = vadd (vscale (h * h) (B u v))
         (vadd (B (vadd x (vscale h u)) s) (B r (vadd (vadd y (vscale h v)) s))).
Proof.
  apply inner_ext; intro z. unfold vsub.
  repeat (rewrite Bal || rewrite Bsl || rewrite Bar || rewrite Bsr
          || rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma vderive_product x y t u v : is_vderive x t u -> is_vderive y t v ->
  is_vderive (fun t => B (x t) (y t)) t (vadd (B u (y t)) (B (x t) v)).
Proof.
  intros Hx Hy eps He.
  set (X := vnorm (x t)). set (Y := vnorm (y t)). set (U := vnorm u). set (W := vnorm v).
  assert (0 <= X) by apply vnorm_nonneg. assert (0 <= Y) by apply vnorm_nonneg.
  assert (0 <= U) by apply vnorm_nonneg. assert (0 <= W) by apply vnorm_nonneg.
  set (K := X + U + Y + W + 1). assert (HK : 0 < K) by (unfold K; lra).
  set (e := Rmin 1 (eps / (2 * K))).
  assert (Hq : 0 < eps / (2 * K)) by (apply Rdiv_lt_0_compat; lra).
  assert (He0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (He1 : e <= 1) by apply Rmin_l.
  assert (HeK : e * K <= eps / 2).
  { apply Rle_trans with (eps / (2 * K) * K).
    apply Rmult_le_compat_r. lra. apply Rmin_r. right. field. lra. }
  destruct (Hx e He0) as [d1 Hx1]. destruct (Hy e He0) as [d2 Hy2].
  assert (HUW : 0 <= U * W) by (apply Rmult_le_pos; auto).
  set (m := eps / (2 * (U * W + 1))). assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; lra).
  assert (HmU : m * (U * W) <= eps / 2).
  { apply Rle_trans with (m * (U * W + 1)). apply Rmult_le_compat_l; lra.
    right. unfold m. field. lra. }
  assert (Hd : 0 < Rmin (Rmin d1 d2) (Rmin 1 m)).
  { repeat apply Rmin_glb_lt; try apply cond_pos; lra. }
  exists (mkposreal _ Hd). simpl. intros h Hh.
  assert (h1 : Rabs h < d1) by
    (eapply Rlt_le_trans; [exact Hh|]; eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (h2 : Rabs h < d2) by
    (eapply Rlt_le_trans; [exact Hh|]; eapply Rle_trans; [apply Rmin_l | apply Rmin_r]).
  assert (h3 : Rabs h < 1) by
    (eapply Rlt_le_trans; [exact Hh|]; eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (h4 : Rabs h < m) by
    (eapply Rlt_le_trans; [exact Hh|]; eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
  specialize (Hx1 h h1). specialize (Hy2 h h2). assert (Ha := Rabs_pos h).
  rewrite (remainder _ (x (t + h)) (vadd (x t) (vscale h u))).
  rewrite (remainder _ (y (t + h)) (vadd (y t) (vscale h v))).
  set (r := vsub (x (t + h)) _) in *. set (s := vsub (y (t + h)) _) in *.
  rewrite product_remainder. eapply Rle_trans. apply vnorm_add. rewrite vnorm_scale.
  assert (N1 : vnorm (B u v) <= U * W) by apply Bn.
  assert (N2 : vnorm (B (vadd (x t) (vscale h u)) s) <= (X + U) * (e * Rabs h)).
  { eapply Rle_trans. apply Bn. apply Rmult_le_compat; try apply vnorm_nonneg; auto.
    eapply Rle_trans. apply vnorm_add. rewrite vnorm_scale. fold X U. apply Rplus_le_compat_l.
    rewrite <- (Rmult_1_l U) at 2. apply Rmult_le_compat_r; lra. }
  assert (N3 : vnorm (B r (vadd (vadd (y t) (vscale h v)) s)) <= (e * Rabs h) * (Y + W + 1)).
  { eapply Rle_trans. apply Bn. apply Rmult_le_compat; try apply vnorm_nonneg; auto.
    eapply Rle_trans. apply vnorm_add. eapply Rle_trans. apply Rplus_le_compat_r.
    apply vnorm_add. rewrite vnorm_scale. fold Y W.
    assert (Rabs h * W <= W) by
      (rewrite <- (Rmult_1_l W) at 2; apply Rmult_le_compat_r; lra).
    assert (e * Rabs h <= 1) by
      (apply Rle_trans with (1 * 1); [apply Rmult_le_compat; lra | lra]). lra. }
  assert (N4 := vnorm_add (B (vadd (x t) (vscale h u)) s) (B r (vadd (vadd (y t) (vscale h v)) s))).
  rewrite (Rabs_mult h h).
  assert (M1 : Rabs h * Rabs h * vnorm (B u v) <= Rabs h * (m * (U * W))).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; auto.
    apply Rmult_le_compat; try lra. apply vnorm_nonneg. }
  assert (M2 : Rabs h * (m * (U * W)) <= Rabs h * (eps / 2)) by (apply Rmult_le_compat_l; auto).
  assert (M3 : Rabs h * (e * K) <= Rabs h * (eps / 2)) by (apply Rmult_le_compat_l; auto).
  unfold K in M3. lra.
Qed.
End Product.

(* ------------------------------------------------------------------ 2. derivatives of vectors *)

Lemma real_gap (a b h l : R) :
  @vnorm real_line (@vsub real_line a (@vadd real_line b (@vscale real_line h l)))
  = Rabs (a - (b + h * l)).
Proof. rewrite vnorm_real. unfold vsub. simpl. apply f_equal. ring. Qed.
Lemma vderive_real (f : R -> R) t l : is_derive f t l <-> is_vderive (S := real_line) f t l.
Proof.
  rewrite is_derive_Reals. split.
  - intros H eps He. destruct (H eps He) as [d Hd]. exists d. intros h Hh. rewrite real_gap.
    destruct (Req_dec h 0) as [->|N].
    { rewrite Rplus_0_r. replace (f t - (f t + 0 * l)) with 0 by ring. rewrite !Rabs_R0. lra. }
    specialize (Hd h N Hh).
    replace (f (t + h) - (f t + h * l)) with (((f (t + h) - f t) / h - l) * h) by (field; auto).
    rewrite Rabs_mult. apply Rmult_le_compat_r. apply Rabs_pos. lra.
  - intros H eps He. destruct (H (eps / 2)) as [d Hd]. lra. exists d. intros h N Hh.
    specialize (Hd h Hh). rewrite real_gap in Hd.
    replace (f (t + h) - (f t + h * l)) with (((f (t + h) - f t) / h - l) * h) in Hd
      by (field; auto).
    rewrite Rabs_mult in Hd. apply Rmult_le_reg_r in Hd. lra. apply Rabs_pos_lt; auto.
Qed.
Section Rules.
Context {S : inner_product_space}.
Implicit Types (y : R -> S) (v : S).
Lemma vderive_const (x : S) t : is_vderive (fun _ => x) t vzero.
Proof.
  intros eps He. exists (mkposreal 1 Rlt_0_1). intros h _.
  replace (vsub x (vadd x (vscale h vzero))) with (@vzero S).
  unfold vnorm. rewrite inner_zero_l, sqrt_0. apply Rmult_le_pos. lra. apply Rabs_pos.
  apply inner_ext; intro z. unfold vsub.
  rewrite !inner_add_l, !inner_scale_l, inner_add_l, inner_scale_l, !inner_zero_l. ring.
Qed.
Lemma vderive_add y w t u v : is_vderive y t u -> is_vderive w t v ->
  is_vderive (fun t => vadd (y t) (w t)) t (vadd u v).
Proof.
  intros Hy Hw eps He.
  destruct (Hy (eps / 2)) as [d1 Hy1]. lra. destruct (Hw (eps / 2)) as [d2 Hw2]. lra.
  assert (Hd : 0 < Rmin d1 d2) by (apply Rmin_glb_lt; apply cond_pos).
  exists (mkposreal _ Hd). simpl. intros h Hh.
  assert (A1 := Hy1 h (Rlt_le_trans _ _ _ Hh (Rmin_l _ _))).
  assert (A2 := Hw2 h (Rlt_le_trans _ _ _ Hh (Rmin_r _ _))).
  replace (vsub (vadd (y (t + h)) (w (t + h))) (vadd (vadd (y t) (w t)) (vscale h (vadd u v))))
    with (vadd (vsub (y (t + h)) (vadd (y t) (vscale h u)))
               (vsub (w (t + h)) (vadd (w t) (vscale h v)))).
  eapply Rle_trans. apply vnorm_add. lra.
  apply inner_ext; intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l).
  ring.
Qed.
Lemma vderive_scale (f : R -> R) y t l v : is_derive f t l -> is_vderive y t v ->
  is_vderive (fun t => vscale (f t) (y t)) t (vadd (vscale l (y t)) (vscale (f t) v)).
Proof.
  intros Hf Hy. apply vderive_real in Hf.
  apply (vderive_product (S1 := real_line) (S2 := S) (S3 := S) (fun c x => vscale c x)); auto;
   intros; try (apply inner_ext; intro q; simpl;
                repeat (rewrite inner_add_l || rewrite inner_scale_l); ring).
  rewrite vnorm_scale, vnorm_real. right. reflexivity.
Qed.
Lemma vderive_operator (A B : S -> S) y t v : adjoint A B -> bounded_operator A ->
  is_vderive y t v -> is_vderive (fun t => A (y t)) t (A v).
Proof.
  intros HA [C [HC0 HC]] Hy eps He. destruct (Hy (eps / (C + 1))) as [d Hd].
  apply Rdiv_lt_0_compat; lra. exists d. intros h Hh. specialize (Hd h Hh).
  replace (vsub (A (y (t + h))) (vadd (A (y t)) (vscale h (A v))))
    with (A (vsub (y (t + h)) (vadd (y t) (vscale h v)))).
  2: { unfold vsub. rewrite (adjoint_add _ _ HA), !(adjoint_scale _ _ HA), (adjoint_add _ _ HA),
         (adjoint_scale _ _ HA). reflexivity. }
  eapply Rle_trans. apply HC.
  assert (P := vnorm_nonneg (vsub (y (t + h)) (vadd (y t) (vscale h v)))).
  set (N := vnorm _) in *.
  apply Rle_trans with ((C + 1) * N); [lra|].
  apply Rle_trans with ((C + 1) * (eps / (C + 1) * Rabs h)).
  apply Rmult_le_compat_l; lra. right. field. lra.
Qed.
Lemma vderive_vtotal {I} (T : list I) (y : R -> I -> S) t (v : I -> S) :
  (forall k, is_vderive (fun t => y t k) t (v k)) ->
  is_vderive (fun t => vtotal T (y t)) t (vtotal T v).
Proof.
  intros H. induction T; simpl. apply vderive_const.
  apply (vderive_add (fun t => y t a) (fun t => vtotal T (y t))); auto.
Qed.
Lemma derive_inner (x y : R -> S) t u v : is_vderive x t u -> is_vderive y t v ->
  is_derive (fun t => inner (x t) (y t)) t (inner u (y t) + inner (x t) v).
Proof.
  intros Hx Hy. apply vderive_real.
  apply (vderive_product (S3 := real_line) (fun a b : S => inner a b)); auto; intros; simpl;
  rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r; auto.
  rewrite vnorm_real. apply inner_le_vnorm.
Qed.
Lemma vderive_eq y t l l' : is_vderive y t l -> l = l' -> is_vderive y t l'.
Proof. intros H <-. exact H. Qed.
End Rules.

(* ------------------------------------------------------------------ 3. derivatives of numbers *)

Section Real.
Implicit Types (f g : R -> R) (t a b c : R).
Lemma derive_eq f t a b : is_derive f t a -> a = b -> is_derive f t b.
Proof. intros H <-. exact H. Qed.
Lemma derive_const c t : is_derive (fun _ => c) t 0.
Proof. apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule)). Qed.
Lemma derive_id t : is_derive (fun t => t) t 1.
Proof. apply (is_derive_id (K := R_AbsRing)). Qed.
Lemma derive_plus f g t a b : is_derive f t a -> is_derive g t b ->
  is_derive (fun t => f t + g t) t (a + b).
Proof. intros. apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule)); auto. Qed.
Lemma derive_minus f g t a b : is_derive f t a -> is_derive g t b ->
  is_derive (fun t => f t - g t) t (a - b).
Proof. intros. apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule)); auto. Qed.
Lemma derive_opp f t a : is_derive f t a -> is_derive (fun t => - f t) t (- a).
Proof. intros. apply (is_derive_opp (K := R_AbsRing) (V := R_NormedModule)); auto. Qed.
Lemma derive_mult f g t a b : is_derive f t a -> is_derive g t b ->
  is_derive (fun t => f t * g t) t (a * g t + f t * b).
Proof. intros. apply (is_derive_mult (K := R_AbsRing) f g); auto. intros; apply Rmult_comm. Qed.
Lemma derive_chain (F F' : R -> R) f t a : derivable_pt_lim F (f t) (F' (f t)) ->
  is_derive f t a -> is_derive (fun t => F (f t)) t (a * F' (f t)).
Proof.
  intros D H. apply (is_derive_comp (K := R_AbsRing) (V := R_NormedModule) F f t (F' (f t)) a);
    auto. apply is_derive_Reals. exact D.
Qed.
Lemma derive_exp f t a : is_derive f t a -> is_derive (fun t => exp (f t)) t (a * exp (f t)).
Proof. apply (derive_chain exp exp). apply derivable_pt_lim_exp. Qed.
Lemma derive_sin f t a : is_derive f t a -> is_derive (fun t => sin (f t)) t (a * cos (f t)).
Proof. apply (derive_chain sin cos). apply derivable_pt_lim_sin. Qed.
Lemma derive_cos f t a : is_derive f t a -> is_derive (fun t => cos (f t)) t (a * - sin (f t)).
Proof. apply (derive_chain cos (fun x => - sin x)). apply derivable_pt_lim_cos. Qed.
Lemma derive_ln f t a : 0 < f t -> is_derive f t a -> is_derive (fun t => ln (f t)) t (a * / f t).
Proof. intros P. apply (derive_chain ln Rinv). apply derivable_pt_lim_ln; auto. Qed.
Lemma derive_atan f t a : is_derive f t a ->
  is_derive (fun t => atan (f t)) t (a * / (1 + f t * f t)).
Proof.
  intros H. apply (derive_chain atan (fun x => / (1 + x * x))); auto.
  replace (f t * f t) with (f t ^ 2) by ring. apply derivable_pt_lim_atan.
Qed.
Lemma derive_inv f t a : f t <> 0 -> is_derive f t a ->
  is_derive (fun t => / f t) t (- a * (/ f t * / f t)).
Proof.
  intros N H. assert (E := is_derive_inv f t a H N).
  replace (- a * (/ f t * / f t)) with (- a / f t ^ 2). exact E. field. auto.
Qed.
Lemma derive_div f g t a b : g t <> 0 -> is_derive f t a -> is_derive g t b ->
  is_derive (fun t => f t / g t) t (a * / g t + f t * (- b * (/ g t * / g t))).
Proof. intros. apply (derive_mult f (fun t => / g t)); auto. apply (derive_inv g); auto. Qed.
Lemma derive_sqrt f t a : 0 < f t -> is_derive f t a ->
  is_derive (fun t => sqrt (f t)) t (a * / (2 * sqrt (f t))).
Proof.
  intros N. apply (derive_chain sqrt (fun x => / (2 * sqrt x))).
  apply derivable_pt_lim_sqrt; auto.
Qed.
Lemma derive_total {I} (T : list I) (f : R -> I -> R) t (l : I -> R) :
  (forall k, is_derive (fun t => f t k) t (l k)) ->
  is_derive (fun t => total T (f t)) t (total T l).
Proof.
  intros H. induction T; simpl. apply derive_const.
  apply (derive_plus (fun t => f t a) (fun t => total T (f t))); auto.
Qed.
End Real.

